// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A change that the daemon made, for people and for programs. */
final class ChangeReport {

    private static final String VERIFIED = "verified";

    private final Output output;
    private final String nic;
    private final JsonObject result;

    /** @param result a ChangeView */
    ChangeReport(Output output, String nic, JsonObject result) {
        this.output = output;
        this.nic = nic;
        this.result = result;
    }

    /**
     * Prints it.
     *
     * @param confirm the command that keeps the change
     * @return the exit code
     */
    int print(String confirm) {
        output.print(document(), () -> text(confirm));
        if (outcome().equals(VERIFIED)) {
            return ExitCode.OK;
        }
        output.note("The change of " + nic + " is not verified: "
                + result.text("message").orElse(outcome()));
        return ExitCode.NO;
    }

    private Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("nic", nic);
        document.put("change", result.get("change"));
        document.put("kind", result.get("kind"));
        document.put("outcome", result.get("outcome"));
        document.put("changed", result.texts("changed"));
        document.put("changed_by_others", result.texts("changedByOthers"));
        document.put("words", result.texts("words"));
        document.put("selects", result.texts("selects"));
        document.put("mlxreg", result.texts("mlxreg"));
        document.put("confirm_until", told("confirmUntil").orElse(null));
        document.put("repeated", result.get("repeated"));
        document.put("caller", result.get("caller"));
        document.put("message", result.get("message"));
        return document;
    }

    private List<String> text(String confirm) {
        List<String> lines = new ArrayList<>();
        List<String> changed = result.texts("changed");
        lines.add(output.bold(PrintableText.line(nic)) + ": "
                + result.integer("change")
                        .map(number -> "change " + number + " ")
                        .orElse("")
                + outcome() + ", "
                + (changed.isEmpty() ? "no value changed" : PrintableText.count(changed.size(), "value") + " changed")
                + told("caller").map(name -> ", as " + name).orElse("") + ".");
        changed.forEach(change -> lines.add("  " + PrintableText.line(change)));
        result.texts("changedByOthers")
                .forEach(change -> lines.add(
                        output.warning("  changed by somebody else meanwhile: " + PrintableText.line(change))));
        if (result.flag("repeated").orElse(false)) {
            lines.add("This request was made before, and nothing was sent now.");
        } else if (!result.texts("selects").isEmpty()) {
            lines.add("Sent a SET that selects " + PrintableText.line(String.join(", ", result.texts("selects"))));
            lines.addAll(SetWords.lines(result.texts("words")));
        }
        told("confirmUntil").ifPresent(until -> {
            lines.add(output.warning("It is taken back at " + until + " unless you keep it with:"));
            lines.add("  " + confirm);
        });
        return lines;
    }

    private String outcome() {
        return told("outcome").orElse("outcome unknown");
    }

    private Optional<String> told(String name) {
        return result.text(name).map(PrintableText::line).filter(text -> !text.isEmpty());
    }
}
