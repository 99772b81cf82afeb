// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.adp.ConnectX6Measured;
import io.roceguard.adp.DeadPath;
import io.roceguard.adp.IbtaTimeout;
import io.roceguard.adp.OtherReadings;
import io.roceguard.adp.QpTiming;
import io.roceguard.adp.Rational;
import io.roceguard.adp.RecoveryDelays;
import io.roceguard.adp.TimeoutSegment;
import io.roceguard.adp.TimingLints;
import io.roceguard.adp.Validation;
import io.roceguard.text.TimeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a profile does on a dead path, in words and as a document. */
record Explanation(
        ProfileArgument.Given given, QpTiming timing, DeadPath path, List<Long> outages, FindingList findings) {

    /** {@code fast.yaml at ack_timeout 14, retry_cnt 7}. */
    String title() {
        String extended =
                timing.extendedRetryCount() == null ? "" : ", extended_retry_cnt " + timing.extendedRetryCount();
        return given.source() + " at ack_timeout " + timing.ackTimeout() + ", retry_cnt " + timing.retryCount()
                + extended;
    }

    private List<OtherReadings.Notable> readings() {
        return OtherReadings.notable(given.profile(), timing, given.limits());
    }

    private Validation lints() {
        return TimingLints.of(timing.ackTimeout(), timing.retryCount());
    }

    static Map<String, Object> invalid(FindingList findings) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("valid", false);
        document.put("findings", findings.documents());
        return document;
    }

    Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("valid", true);
        document.put("total_ns", Figures.orNull(path.totalNanos()));
        document.putAll(figures(path));
        document.put("survived_ns", Figures.survived(path));
        document.put("worst_recovery_delay_0_to_sure_ns", Figures.orNull(path.worstRecoveryNanos()));
        document.put("retransmissions_per_second_peak", path.peakPerSecond());
        document.put("retransmissions_per_second_steady", path.steadyPerSecond());
        document.put("outages", outages.stream().map(this::outage).toList());
        document.put("timeline", timeline().stream().map(Explanation::segment).toList());
        Map<String, Object> others = new LinkedHashMap<>();
        readings().forEach(notable -> others.put(notable.option(), figures(notable.path())));
        document.put("readings", others);
        document.put("findings", findings.documents());
        document.put("timing_findings", new FindingList(lints(), given.file()).documents());
        document.put("verified_on_hardware", false);
        return document;
    }

    private static Map<String, @Nullable Object> figures(DeadPath path) {
        Map<String, @Nullable Object> figures = new LinkedHashMap<>();
        figures.put("detection_ns", path.detectionNanos().map(Figures::document).orElse(null));
        figures.put("retransmissions_until_failure", path.fails() ? Figures.document(path.retransmissions()) : null);
        return figures;
    }

    private Map<String, @Nullable Object> outage(long length) {
        RecoveryDelays delays = path.recovery(length);
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("L_ns", length);
        List<List<@Nullable Object>> distribution = new ArrayList<>();
        delays.outcomes()
                .forEach(outcome -> distribution.add(Arrays.asList(
                        outcome.delayNanos(), outcome.probability().toString())));
        if (!delays.failure().equals(Rational.ZERO)) {
            distribution.add(Arrays.asList(null, delays.failure().toString()));
        }
        document.put("distribution", distribution);
        document.put("retransmissions", Figures.document(path.retransmissionsDuring(length)));
        return document;
    }

    private static Map<String, Object> segment(TimeoutSegment segment) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("range", segment.range());
        document.put("exponent", segment.exponent());
        document.put("armed_ns", segment.armedNanos());
        document.put("count", segment.count());
        document.put("from_ns", segment.fromNanos());
        return document;
    }

    private List<TimeoutSegment> timeline() {
        return path.timeline(path.initialExponents().get(0));
    }

    List<String> lines(UnaryOperator<String> bold) {
        List<String> lines = new ArrayList<>();
        lines.add(bold.apply(title()));
        lines.addAll(summary().lines());
        if (!timeline().isEmpty()) {
            lines.add("");
            lines.add(bold.apply("Timeouts of a queue pair that begins with the shortest"));
            lines.addAll(timeouts().lines());
        }
        if (!outages.isEmpty()) {
            lines.add("");
            lines.add(bold.apply("After an outage of"));
            lines.addAll(recoveries().lines());
        }
        lines.add("");
        lines.addAll(withoutProfile());
        lints().findings().forEach(finding -> lines.add(finding.message() + " " + finding.fix()));
        lines.addAll(otherReadings());
        if (!findings.validation().findings().isEmpty()) {
            lines.add("");
            lines.add(bold.apply("Findings"));
            lines.addAll(findings.lines());
        }
        lines.add("");
        lines.add("Figures of the algorithm as documented, not verified on hardware. " + ValidateCommand.FOR_ALL);
        return lines;
    }

    private TextTable summary() {
        TextTable table = new TextTable("  ");
        table.row(
                "Total timeout",
                path.totalNanos().isPresent() ? TimeText.of(path.totalNanos().getAsLong()) : "none");
        if (path.fails()) {
            table.row("Fails after", Figures.times(path.detectionNanos().orElseThrow()) + spread());
            table.row("Sends until then", Figures.numbers(path.retransmissions()) + " retransmissions");
            table.row(
                    "Survives",
                    "outages up to " + TimeText.of(path.surelySurvivedNanos(0).orElseThrow()) + " surely, up to "
                            + TimeText.of(path.atBestSurvivedNanos(0).orElseThrow()) + " at best");
        } else {
            table.row("Fails after", "never");
        }
        path.worstRecoveryNanos()
                .ifPresent(worst -> table.row("Goes on", TimeText.of(worst) + " after such an outage at the latest"));
        if (path.peakPerSecond() > 0) {
            table.row(
                    "Load",
                    Math.round(path.peakPerSecond()) + " retransmissions a second and queue pair at most, "
                            + Math.round(path.steadyPerSecond()) + " at the end");
        }
        return table;
    }

    private String spread() {
        return path.initialExponents().size() > 1 ? " (least / mean / most over the initial timeouts)" : "";
    }

    private TextTable timeouts() {
        TextTable table = new TextTable("  ").row("FROM", "TIMEOUT", "TIMES", "RANGE");
        for (TimeoutSegment segment : timeline()) {
            table.row(
                    TimeText.of(segment.fromNanos()),
                    TimeText.of(segment.armedNanos()),
                    segment.count() == Long.MAX_VALUE ? "no end" : String.valueOf(Math.max(1, segment.count())),
                    segment.range() < 0 ? "initial" : String.valueOf(segment.range()));
        }
        return table;
    }

    private TextTable recoveries() {
        TextTable table = new TextTable("  ").row("OUTAGE", "GOES ON AFTER", "FAILS", "RETRANSMISSIONS");
        for (long length : outages) {
            RecoveryDelays delays = path.recovery(length);
            Rational mean = delays.mean();
            String after = mean == null
                    ? "-"
                    : TimeText.of(delays.min().orElseThrow()) + " / " + TimeText.of(mean.rounded()) + " / "
                            + TimeText.of(delays.max().orElseThrow());
            table.row(
                    TimeText.of(length),
                    after,
                    Math.round(100 * delays.failure().doubleValue()) + " %",
                    Figures.numbers(path.retransmissionsDuring(length)));
        }
        return table;
    }

    private List<String> withoutProfile() {
        if (timing.ackTimeout() == 0) {
            return List.of("Without a profile: ack_timeout 0 means no timeout, so a dead path is never reported.");
        }
        IbtaTimeout ibta = new IbtaTimeout(timing);
        ConnectX6Measured measured = new ConnectX6Measured(timing, true);
        return List.of(
                "Without ADP, by the specification: timeouts of " + TimeText.of(ibta.eachNanos()) + ", failure after "
                        + TimeText.of(ibta.nominalNanos()) + " to " + TimeText.of(ibta.latestNanos()) + ".",
                "With the firmware's own timeouts, as measured on one ConnectX-6 (20.43.4100): "
                        + (timing.retries() == 0
                                ? "not measured for retry_cnt 0."
                                : "failure after about " + TimeText.of(measured.detectionNanos()) + "."));
    }

    private List<String> otherReadings() {
        List<String> lines = new ArrayList<>();
        for (OtherReadings.Notable notable : readings()) {
            String detection =
                    notable.path().detectionNanos().map(Figures::times).orElse("never");
            lines.add("Read otherwise (" + notable.option() + "): fails after " + detection + ", "
                    + Figures.numbers(notable.path().retransmissions()) + " retransmissions.");
        }
        return lines;
    }
}
