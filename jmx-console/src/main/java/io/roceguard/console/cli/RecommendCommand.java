// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.adp.Advice;
import io.roceguard.adp.Advice.Goal;
import io.roceguard.adp.Advice.Proposal;
import io.roceguard.adp.CapabilityFile;
import io.roceguard.adp.ProfileAdvisor;
import io.roceguard.adp.ProfileFile;
import io.roceguard.adp.ProfileLimits;
import io.roceguard.adp.QpTiming;
import io.roceguard.text.TimeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "recommend",
        header = "Find the profile that survives given outages and still reports a dead path in time.",
        description = {
            "Tries every profile of a space and judges each by the exact figures that explain shows: the least sum of the"
                    + " worst recovery delay, as a part of the outage that must be survived, and 1 for each 100"
                    + " retransmissions. Prints the best as a profile file, and as runner-up another compromise.",
            "The exit code is 1 when nothing reaches the goal."
        },
        footer = {
            "",
            "Examples:",
            "  roceguard recommend --survive 1s --detect-within 2s",
            "  roceguard recommend --survive 300ms --detect-within 1s --rtt 30us --ack-timeout 18 --retry-count 7"
        })
final class RecommendCommand implements Callable<Integer> {

    /** What NCCL sets since 2.23. */
    private static final QpTiming USUAL = new QpTiming(20, 7);

    private final Surroundings surroundings;

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final TimingOptions timing = new TimingOptions();

    @Option(
            names = "--survive",
            required = true,
            paramLabel = "D",
            converter = DurationArgument.class,
            description = "Outages up to this length must be survived by every queue pair.")
    private Duration survive = Duration.ZERO;

    @Option(
            names = "--detect-within",
            required = true,
            paramLabel = "D",
            converter = DurationArgument.class,
            description = "A dead path must be reported by then.")
    private Duration detectWithin = Duration.ZERO;

    @Option(
            names = "--rtt",
            paramLabel = "D",
            converter = DurationArgument.class,
            description = "Round trip between the queue pairs; every timeout is more than twice that (10us).")
    private Duration roundTrip = Duration.ofNanos(10_000);

    @Option(names = "--qps", paramLabel = "N", description = "Queue pairs of the host, for the load (1).")
    private int queuePairs = 1;

    @Option(
            names = "--capabilities",
            paramLabel = "FILE",
            description = "What the device can do, as for validate; without it a device of July 2025.")
    private @Nullable String capabilities;

    RecommendCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (queuePairs < 1) {
            throw CliException.usage("--qps must be 1 or more: value=" + queuePairs + ".");
        }
        if (detectWithin.compareTo(survive) <= 0) {
            throw CliException.usage(
                    "--detect-within must be longer than --survive: until an outage that must be survived"
                            + " is over, nobody can tell it from a dead path.");
        }
        if (timing.given().isEmpty()) {
            output.note("Taking ack_timeout 20 and retry_cnt 7, as NCCL sets them; see --ack-timeout, --retry-count.");
        }
        Goal goal = new Goal(
                survive.toNanos(),
                detectWithin.toNanos(),
                roundTrip.toNanos(),
                timing.given().orElse(USUAL),
                limits());
        Advice advice = ProfileAdvisor.advise(goal);
        if (advice instanceof Advice.Found found) {
            output.print(document(found), () -> text(goal, found));
            return ExitCode.OK;
        }
        Advice.Nothing nothing = (Advice.Nothing) advice;
        output.print(document(nothing), () -> text(goal, nothing));
        return ExitCode.NO;
    }

    private ProfileLimits limits() {
        if (capabilities == null) {
            return ProfileLimits.USUAL;
        }
        InputText device = InputText.read(capabilities, surroundings.stdin(), "capability file");
        return CapabilityFile.read(device.source(), device.text());
    }

    private static Map<String, @Nullable Object> document(Advice.Found found) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("found", true);
        document.put("considered", found.considered());
        document.put("best", document(found.best()));
        Proposal other = found.runnerUp();
        document.put("runner_up", other == null ? null : document(other));
        return document;
    }

    private static Map<String, @Nullable Object> document(Proposal proposal) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("profile", ProfileFile.lines(proposal.profile(), 1));
        document.put(
                "detection_ns",
                proposal.path().detectionNanos().map(Figures::document).orElse(null));
        document.put(
                "retransmissions_until_failure",
                Figures.document(proposal.path().retransmissions()));
        document.put("survived_ns", Figures.survived(proposal.path()));
        document.put("worst_recovery_delay_0_to_sure_ns", proposal.worstRecoveryNanos());
        document.put("cost", proposal.cost());
        return document;
    }

    private static Map<String, @Nullable Object> document(Advice.Nothing nothing) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("found", false);
        document.put("considered", nothing.considered());
        document.put("longest_survived_ns", nothing.longestSurvivedNanos());
        document.put(
                "soonest_detection_ns",
                nothing.soonestDetectionNanos() == Long.MAX_VALUE ? null : nothing.soonestDetectionNanos());
        return document;
    }

    private List<String> text(Goal goal, Advice.Found found) {
        List<String> lines = new ArrayList<>();
        lines.add(output.bold("Best of " + found.considered() + " profiles") + ", at " + circumstances(goal) + ":");
        lines.addAll(proposal(found.best()));
        Proposal other = found.runnerUp();
        if (other != null) {
            boolean fewer = other.retransmissions() < found.best().retransmissions();
            lines.add("");
            lines.add(output.bold("Runner-up") + ", with "
                    + (fewer
                            ? "fewer retransmissions and slower to go on:"
                            : "more retransmissions and sooner to go on:"));
            lines.addAll(proposal(other));
        }
        lines.add("");
        lines.add("Save it and see it whole: roceguard explain FILE --ack-timeout "
                + goal.timing().ackTimeout() + " --retry-count " + goal.timing().retryCount()
                + ". Not verified on hardware.");
        return lines;
    }

    private static String circumstances(Goal goal) {
        return "ack_timeout " + goal.timing().ackTimeout() + ", retry_cnt "
                + goal.timing().retries() + " and a round trip of " + TimeText.of(goal.roundTripNanos());
    }

    private List<String> proposal(Proposal proposal) {
        List<String> lines = new ArrayList<>();
        ProfileFile.lines(proposal.profile(), 1).forEach(line -> lines.add("  " + line));
        TextTable table = new TextTable("  # ");
        table.row("fails after", Figures.times(proposal.path().detectionNanos().orElseThrow()));
        table.row(
                "survives surely",
                TimeText.of(
                        proposal.path().surelySurvivedNanos(roundTrip.toNanos()).orElseThrow()));
        table.row("goes on", TimeText.of(proposal.worstRecoveryNanos()) + " after such an outage at the latest");
        table.row("retransmissions", Figures.numbers(proposal.path().retransmissions()) + " until it fails");
        table.row(
                "load",
                Math.round(queuePairs * proposal.path().peakPerSecond()) + " a second at most, "
                        + Math.round(queuePairs * proposal.path().steadyPerSecond()) + " at the end, of "
                        + PrintableText.count(queuePairs, "queue pair"));
        lines.addAll(table.lines());
        return lines;
    }

    /** As an option takes it again, without rounding. */
    private static String exact(long nanos) {
        String[] units = {"ns", "us", "ms", "s"};
        long count = nanos;
        int unit = 0;
        while (unit < units.length - 1 && count % 1000 == 0) {
            count /= 1000;
            unit++;
        }
        return count + units[unit];
    }

    private static List<String> text(Goal goal, Advice.Nothing nothing) {
        List<String> lines = new ArrayList<>();
        lines.add("Nothing fits: of " + nothing.considered() + " profiles at " + circumstances(goal)
                + " none survives " + TimeText.of(goal.surviveNanos()) + " and reports within "
                + TimeText.of(goal.detectWithinNanos()) + ".");
        if (nothing.soonestDetectionNanos() != Long.MAX_VALUE) {
            lines.add("What would: --detect-within " + exact(nothing.soonestDetectionNanos())
                    + ", the soonest of those that survive it.");
        }
        if (nothing.longestSurvivedNanos() > 0) {
            lines.add("What would: --survive " + exact(nothing.longestSurvivedNanos())
                    + ", the longest of those that report in time.");
        }
        if (nothing.considered() == 0) {
            lines.add(
                    "There is no room: a timeout must be longer than twice the round trip and not longer than"
                            + " ack_timeout, and a total timeout lie near the two times. Raise ack_timeout or --detect-within.");
        }
        return lines;
    }
}
