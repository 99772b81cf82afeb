// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.json.JsonObject;
import io.roceguard.text.TimeText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Queue pairs for people: a headline a NIC, those in error, and whose they all are. */
final class QueuePairReport {

    private static final int COMMAND_WIDTH = 24;
    private static final String UNSEEN = "(an owner that the daemon cannot see)";

    /** What fits a screen; all of them are in the JSON. */
    private static final int MOST_ROWS = 50;

    private final Output output;
    private final QueuePairList all;

    QueuePairReport(Output output, QueuePairList all) {
        this.output = output;
        this.all = all;
    }

    List<String> lines(List<String> nics, String address) {
        List<String> lines = new ArrayList<>();
        if (nics.isEmpty()) {
            lines.add("The daemon at " + address + " watches no NIC.");
        }
        for (String nic : nics) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            String name = output.bold(PrintableText.line(nic));
            all.problem(nic)
                    .ifPresentOrElse(
                            problem -> lines.add(name + ": " + PrintableText.line(problem)),
                            () -> all.of(nic).ifPresent(pairs -> add(lines, name, pairs)));
        }
        return lines;
    }

    private void add(List<String> lines, String name, JsonObject pairs) {
        lines.add(name + ": " + headline(pairs));
        List<JsonObject> inError = pairs.objects("InError");
        if (!inError.isEmpty()) {
            TextTable table = new TextTable("  ").row("IN ERROR", "PORT", "TYPE", "PEER", "PID", "COMMAND");
            inError.stream()
                    .limit(MOST_ROWS)
                    .forEach(pair -> table.row(
                            number(pair, "number"),
                            number(pair, "port"),
                            pair.text("type").map(PrintableText::line).orElse("-"),
                            number(pair, "remoteNumber"),
                            number(pair, "pid"),
                            command(pair)));
            table.lines().forEach(line -> lines.add(output.warning(line)));
            addRest(lines, number(pairs, "InErrorCount", inError.size()), inError.size());
        }
        List<JsonObject> owners = pairs.objects("Processes");
        if (!owners.isEmpty()) {
            TextTable table = new TextTable("  ").row("PID", "COMMAND", "QPS", "IN ERROR");
            owners.stream()
                    .limit(MOST_ROWS)
                    .forEach(owner -> table.row(
                            number(owner, "pid"),
                            command(owner),
                            number(owner, "queuePairs"),
                            number(owner, "inError")));
            lines.addAll(table.lines());
            addRest(lines, number(pairs, "ProcessCount", owners.size()), owners.size());
        }
    }

    private static String headline(JsonObject pairs) {
        long count = number(pairs, "Count", 0);
        String states = JsonObject.of(pairs.get("CountByState")).members().entrySet().stream()
                .map(state -> state.getValue() + " " + PrintableText.line(state.getKey()))
                .collect(Collectors.joining(", "));
        String age = pairs.integer("AgeMillis")
                .map(millis -> ", listed " + TimeText.coarse(millis.longValue()) + " ago")
                .orElse("");
        String source = pairs.text("Source")
                .map(text -> " by " + PrintableText.line(text))
                .orElse("");
        return PrintableText.count(count, "QP") + (states.isEmpty() ? "" : " (" + states + ")") + age + source + ".";
    }

    private static void addRest(List<String> lines, long total, int known) {
        long shown = Math.min(known, MOST_ROWS);
        if (total > shown) {
            lines.add("  and " + (total - shown) + " more; see --json");
        }
    }

    private static String command(JsonObject owner) {
        boolean kernel = owner.integer("pid").isEmpty();
        return owner.text("command")
                .map(command -> PrintableText.cell(command, COMMAND_WIDTH) + (kernel ? " (kernel)" : ""))
                .orElse(kernel ? UNSEEN : "-");
    }

    private static String number(JsonObject object, String name) {
        return object.integer(name).map(Number::toString).orElse("-");
    }

    private static long number(JsonObject object, String name, long otherwise) {
        return object.integer(name).map(Number::longValue).orElse(otherwise);
    }
}
