// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Changes of the journal, for people and for programs. */
final class HistoryReport {

    private static final int LINE = 100;
    private static final int NIC_WIDTH = 16;
    private static final int WHO_WIDTH = 16;
    private static final int KIND_WIDTH = 8;
    private static final int OUTCOME_WIDTH = 10;
    private static final int DATE = 10;
    private static final String INDENT = "    ";

    private final List<JsonObject> changes;

    /** @param changes HistoryViews, in the order to show */
    HistoryReport(List<JsonObject> changes) {
        this.changes = changes;
    }

    List<Map<String, @Nullable Object>> documents() {
        return changes.stream().map(HistoryReport::document).toList();
    }

    private static Map<String, @Nullable Object> document(JsonObject change) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("change", change.get("change"));
        document.put("begun", change.get("begun"));
        document.put("begun_epoch_ms", change.get("begunMillis"));
        document.put("duration_ms", change.get("durationMillis"));
        document.put("nic", change.get("nic"));
        document.put("stable_id", change.get("stableId"));
        document.put("kind", change.get("kind"));
        document.put("undoes", change.get("undoes"));
        document.put("outcome", change.get("outcome"));
        document.put("caller", change.get("caller"));
        document.put("channel", change.get("channel"));
        document.put("client", change.get("client"));
        document.put("reason", change.get("reason"));
        document.put("assignments", change.get("assignments"));
        document.put("changed", change.texts("changed"));
        document.put("words", change.get("words"));
        document.put("request_id", change.get("request"));
        document.put("message", change.get("message"));
        document.put("confirmation", change.get("confirmation"));
        return document;
    }

    /** A row a change, and below it what is too long for one. No line of a row is longer than 100 characters. */
    List<String> lines(String nic, UnaryOperator<String> bold) {
        if (changes.isEmpty()) {
            return List.of("No change" + (nic.isEmpty() ? "" : " of " + PrintableText.line(nic)) + " is on record.");
        }
        TextTable table = new TextTable("").row("NO", "TIME (UTC)", "NIC", "WHO", "KIND", "OUTCOME", "CHANGED");
        for (JsonObject change : changes) {
            table.row(
                    number(change, "change"),
                    time(change),
                    PrintableText.cell(change.text("nic").orElse("-"), NIC_WIDTH),
                    PrintableText.cell(who(change), WHO_WIDTH),
                    PrintableText.cell(change.text("kind").orElse("-"), KIND_WIDTH),
                    PrintableText.cell(change.text("outcome").orElse("-"), OUTCOME_WIDTH),
                    changed(change));
        }
        List<String> rows = table.lines();
        List<String> lines = new ArrayList<>();
        lines.add(bold.apply(PrintableText.cell(rows.get(0), LINE)));
        for (int i = 0; i < changes.size(); i++) {
            lines.add(PrintableText.cell(rows.get(i + 1), LINE));
            detail(changes.get(i)).ifPresent(detail -> lines.add(INDENT + detail));
        }
        return lines;
    }

    /** {@code 2026-01-02 03:04:05}. */
    private static String time(JsonObject change) {
        String begun = PrintableText.cell(change.text("begun").orElse("-"), 30);
        return begun.length() <= DATE
                ? begun
                : begun.substring(0, DATE) + " " + begun.substring(DATE + 1).replaceFirst("(\\.[0-9]+)?Z$", "");
    }

    private static String who(JsonObject change) {
        String caller = told(change, "caller").orElse("-");
        return told(change, "channel")
                .filter(channel -> !channel.equals(caller))
                .map(channel -> caller + " (" + channel + ")")
                .orElse(caller);
    }

    private static String changed(JsonObject change) {
        List<String> changed = change.texts("changed");
        if (changed.isEmpty()) {
            return "-";
        }
        String first = PrintableText.line(changed.get(0));
        return changed.size() == 1 ? first : "(" + changed.size() + ") " + first + ", ...";
    }

    private static Optional<String> detail(JsonObject change) {
        List<String> parts = new ArrayList<>();
        change.integer("undoes").ifPresent(undone -> parts.add("takes back change " + undone));
        told(change, "reason").ifPresent(parts::add);
        if (!change.text("outcome").orElse("").equals("verified")) {
            told(change, "message").ifPresent(parts::add);
        }
        told(change, "confirmation").ifPresent(parts::add);
        told(change, "client").ifPresent(client -> parts.add("by " + client));
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", parts));
    }

    private static Optional<String> told(JsonObject change, String name) {
        return change.text(name).map(PrintableText::line).filter(text -> !text.isEmpty());
    }

    private static String number(JsonObject change, String name) {
        return change.integer(name).map(Number::toString).orElse("-");
    }
}
