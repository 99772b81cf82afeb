// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A change that could be made, for people and for programs. */
final class PlanReport {

    private final Output output;
    private final String nic;
    private final JsonObject plan;
    private final boolean judged;

    private PlanReport(Output output, String nic, JsonObject plan, boolean judged) {
        this.output = output;
        this.nic = nic;
        this.plan = plan;
        this.judged = judged;
    }

    /** @param plan a PlanView for a change that errors forbid and whose warnings must be accepted */
    static PlanReport ofChange(Output output, String nic, JsonObject plan) {
        return new PlanReport(output, nic, plan, true);
    }

    /** @param plan a PlanView for the way back, which no finding forbids */
    static PlanReport ofRollback(Output output, String nic, JsonObject plan) {
        return new PlanReport(output, nic, plan, false);
    }

    /**
     * Prints it.
     *
     * @param command what makes this change, for a shell
     * @return the exit code
     */
    int print(String command) {
        output.print(document(command), () -> text(command));
        return possible() ? ExitCode.OK : ExitCode.NO;
    }

    private boolean possible() {
        return told("obstacle").isEmpty() && !(judged && hasErrors());
    }

    private boolean hasErrors() {
        return plan.objects("findings").stream()
                .anyMatch(finding ->
                        finding.text("severity").filter("ERROR"::equals).isPresent());
    }

    private List<String> mustAccept() {
        return judged ? plan.texts("mustAccept") : List.of();
    }

    /** Nothing would be sent by a plan without an id. */
    private boolean worthMaking() {
        return possible() && told("id").isPresent();
    }

    private Map<String, @Nullable Object> document(String command) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("nic", nic);
        document.put("plan", told("id").orElse(null));
        document.put("possible", possible());
        document.put("obstacle", told("obstacle").orElse(null));
        document.put("message", plan.get("message"));
        document.put("changed", plan.texts("changed"));
        document.put("words", plan.texts("words"));
        document.put("selects", plan.texts("selects"));
        document.put("mlxreg", plan.texts("mlxreg"));
        document.put(
                "findings",
                plan.objects("findings").stream().map(PlanReport::finding).toList());
        document.put("must_accept", mustAccept());
        document.put("affected", plan.texts("affected"));
        document.put("cannot_undo", plan.texts("cannotUndo"));
        document.put("comparison", comparison().documents());
        document.put("command", worthMaking() ? command : null);
        document.put("caller", plan.get("caller"));
        return document;
    }

    private static Map<String, @Nullable Object> finding(JsonObject finding) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        for (String name : List.of("code", "severity", "path", "message", "fix")) {
            document.put(name, finding.get(name));
        }
        return document;
    }

    private ComparisonTable comparison() {
        return new ComparisonTable(plan.objects("comparison"));
    }

    private List<String> text(String command) {
        List<String> lines = new ArrayList<>();
        lines.add(output.bold(PrintableText.line(nic)) + ": " + told("message").orElse("no word on what it does"));
        plan.texts("changed").forEach(change -> lines.add("  " + PrintableText.line(change)));
        if (!plan.texts("selects").isEmpty()) {
            lines.add("It sends a SET that selects " + PrintableText.line(String.join(", ", plan.texts("selects"))));
            lines.addAll(SetWords.lines(plan.texts("words")));
        }
        section(
                lines,
                "Queue pairs on a dead path, before and after",
                comparison().lines());
        section(lines, "Findings", findings());
        section(lines, "Who is affected", sentences("affected"));
        section(lines, "What cannot be undone", sentences("cannotUndo"));
        List<String> accept = mustAccept();
        if (!accept.isEmpty()) {
            section(
                    lines,
                    "What must be accepted",
                    List.of("  " + PrintableText.line(String.join(", ", accept)) + ", with --accept "
                            + PrintableText.line(String.join(",", accept))));
        }
        lines.add("");
        if (!possible()) {
            lines.add(output.warning(
                    "It would be refused: " + told("obstacle").orElse("the profile has errors, see the findings.")));
        } else if (worthMaking()) {
            lines.add("Nothing has been changed. Plan " + told("id").orElse("") + " is made by:");
            lines.add("  " + command);
        } else {
            lines.add("Nothing would be sent.");
        }
        return lines;
    }

    private void section(List<String> lines, String title, List<String> content) {
        if (!content.isEmpty()) {
            lines.add("");
            lines.add(output.bold(title));
            lines.addAll(content);
        }
    }

    /** Three lines a finding: what, why it is bad, what to do. */
    private List<String> findings() {
        List<String> lines = new ArrayList<>();
        for (JsonObject finding : plan.objects("findings")) {
            String path = told(finding, "path").map(at -> "  " + at).orElse("");
            lines.add("  " + told(finding, "severity").orElse("?") + "  "
                    + told(finding, "code").orElse("?") + path);
            told(finding, "message").ifPresent(message -> lines.add("    " + message));
            told(finding, "fix").ifPresent(fix -> lines.add("    " + fix));
        }
        return lines;
    }

    private List<String> sentences(String name) {
        return plan.texts(name).stream()
                .map(sentence -> "  " + PrintableText.line(sentence))
                .toList();
    }

    private Optional<String> told(String name) {
        return told(plan, name);
    }

    private static Optional<String> told(JsonObject object, String name) {
        return object.text(name).map(PrintableText::line).filter(text -> !text.isEmpty());
    }
}
