// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.json.JsonObject;
import io.roceguard.text.TimeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a change makes of queue pairs on a dead path: before and after. */
final class ComparisonTable {

    private static final String NOT_TOLD = "-";

    private final List<JsonObject> comparisons;

    /** @param comparisons ComparisonViews */
    ComparisonTable(List<JsonObject> comparisons) {
        this.comparisons = comparisons;
    }

    List<Map<String, @Nullable Object>> documents() {
        return comparisons.stream().map(ComparisonTable::document).toList();
    }

    private static Map<String, @Nullable Object> document(JsonObject comparison) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("ack_timeout", comparison.get("ackTimeout"));
        document.put("retry_cnt", comparison.get("retryCount"));
        document.put("queue_pairs", comparison.get("queuePairs"));
        document.put("source", comparison.get("source"));
        document.put("before", outlook(JsonObject.of(comparison.get("before"))));
        document.put("after", outlook(JsonObject.of(comparison.get("after"))));
        return document;
    }

    private static Map<String, @Nullable Object> outlook(JsonObject outlook) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("adp_mode", outlook.get("mode"));
        document.put("text", outlook.get("text"));
        document.put(
                "prediction",
                outlook.get("prediction") instanceof Map<?, ?> figures ? prediction(JsonObject.of(figures)) : null);
        return document;
    }

    /** Flat, with the names of explain where it has one. */
    private static Map<String, @Nullable Object> prediction(JsonObject figures) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("total_ns", figures.get("totalNanos"));
        document.put("detection_min_ns", figures.get("detectionMinNanos"));
        document.put("detection_mean_ns", figures.get("detectionMeanNanos"));
        document.put("detection_max_ns", figures.get("detectionMaxNanos"));
        document.put("retransmissions_until_failure_min", figures.get("retransmissionsMin"));
        document.put("retransmissions_until_failure_max", figures.get("retransmissionsMax"));
        document.put("survived_sure_ns", figures.get("surelySurvivedNanos"));
        document.put("survived_best_ns", figures.get("atBestSurvivedNanos"));
        document.put("worst_recovery_delay_ns", figures.get("worstRecoveryNanos"));
        document.put("retransmissions_per_second_peak", figures.get("peakPerSecond"));
        document.put("retransmissions_per_second_steady", figures.get("steadyPerSecond"));
        return document;
    }

    /** For each kind of queue pair: whose they are, two rows, and in words what has no figures. */
    List<String> lines() {
        if (comparisons.isEmpty()) {
            return List.of();
        }
        TextTable table = new TextTable("  ").row("", "", "FAILS AFTER", "RETRANSMISSIONS", "SURELY SURVIVES");
        for (JsonObject comparison : comparisons) {
            table.row(row("before", JsonObject.of(comparison.get("before"))));
            table.row(row("after", JsonObject.of(comparison.get("after"))));
        }
        List<String> rows = table.lines();
        List<String> lines = new ArrayList<>(rows.subList(0, 1));
        for (int i = 0; i < comparisons.size(); i++) {
            JsonObject comparison = comparisons.get(i);
            lines.add("  " + queuePairs(comparison));
            for (String when : List.of("before", "after")) {
                lines.add(rows.get(when.equals("before") ? 2 * i + 1 : 2 * i + 2));
                inWords(JsonObject.of(comparison.get(when))).ifPresent(text -> lines.add("    " + text));
            }
        }
        return lines;
    }

    private static String[] row(String when, JsonObject outlook) {
        String mode = outlook.text("mode").map(PrintableText::line).orElse("?");
        if (outlook.get("prediction") instanceof Map<?, ?> told) {
            JsonObject figures = JsonObject.of(told);
            String survived = time(figures, "surelySurvivedNanos", "any outage");
            return new String[] {"  " + when, mode, detection(figures), retransmissions(figures), survived};
        }
        return new String[] {"  " + when, mode, NOT_TOLD, NOT_TOLD, NOT_TOLD};
    }

    private static Optional<String> inWords(JsonObject outlook) {
        return outlook.get("prediction") instanceof Map<?, ?>
                ? Optional.empty()
                : outlook.text("text").map(PrintableText::line).filter(text -> !text.isEmpty());
    }

    /** Least / mean / most, as explain prints it. */
    private static String detection(JsonObject figures) {
        String least = time(figures, "detectionMinNanos", "never");
        String most = time(figures, "detectionMaxNanos", "never");
        return figures.get("detectionMinNanos") == null || least.equals(most)
                ? most
                : least + " / " + time(figures, "detectionMeanNanos", NOT_TOLD) + " / " + most;
    }

    private static String retransmissions(JsonObject figures) {
        String least =
                figures.integer("retransmissionsMin").map(Number::toString).orElse("no end");
        String most =
                figures.integer("retransmissionsMax").map(Number::toString).orElse("no end");
        return least.equals(most) ? most : least + " to " + most;
    }

    private static String time(JsonObject figures, String name, String never) {
        return figures.integer(name)
                .map(nanos -> TimeText.of(nanos.longValue()))
                .orElse(never);
    }

    private static String queuePairs(JsonObject comparison) {
        long count = comparison.integer("queuePairs").map(Number::longValue).orElse(0L);
        String source = comparison.text("source").map(PrintableText::line).orElse("?");
        return "ack_timeout " + number(comparison, "ackTimeout") + ", retry_cnt " + number(comparison, "retryCount")
                + " (" + (count > 0 ? count + " " : "") + source + ")";
    }

    private static String number(JsonObject object, String name) {
        return object.integer(name).map(Number::toString).orElse("?");
    }
}
