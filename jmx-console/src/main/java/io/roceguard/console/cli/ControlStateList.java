// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.JolokiaAnswer;
import io.roceguard.console.client.JolokiaRequest;
import io.roceguard.console.client.MBeanNames;
import io.roceguard.console.json.JsonObject;
import io.roceguard.text.TimeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Of the AdpProfile MBeans of a daemon, by the name of their NIC: what waits for an operator. */
final class ControlStateList {

    private static final String CONFIRMATION = "Confirmation";
    private static final String DESIRED_STATE = "DesiredState";

    private final Map<String, JsonObject> byNic;

    private ControlStateList(Map<String, JsonObject> byNic) {
        this.byNic = byNic;
    }

    static JolokiaRequest request() {
        return JolokiaRequest.read(MBeanNames.ALL_ADP_PROFILES, List.of("Nic", CONFIRMATION, DESIRED_STATE));
    }

    /** Nothing for a NIC whose daemon is older than these attributes. */
    static ControlStateList of(JolokiaAnswer answer) {
        Map<String, JsonObject> byNic = new LinkedHashMap<>();
        if (answer instanceof JolokiaAnswer.Value found) {
            for (Object member : JsonObject.of(found.value()).members().values()) {
                JsonObject profile = JsonObject.of(member);
                profile.text("Nic").ifPresent(nic -> byNic.put(nic, profile));
            }
        }
        return new ControlStateList(byNic);
    }

    /** The change that waits for its confirmation; null when there is none. */
    @Nullable
    Map<String, @Nullable Object> confirmationDocument(String nic) {
        return object(nic, CONFIRMATION)
                .map(waiting -> {
                    Map<String, @Nullable Object> document = new LinkedHashMap<>();
                    document.put("change", waiting.get("change"));
                    document.put("until", waiting.get("until"));
                    document.put("remaining_ms", waiting.get("remainingMillis"));
                    document.put("guard", waiting.get("guard"));
                    document.put("state", waiting.get("state"));
                    document.put("caller", waiting.get("caller"));
                    document.put("reason", waiting.get("reason"));
                    document.put("undo", waiting.get("undo"));
                    return document;
                })
                .orElse(null);
    }

    /** What the configuration wants; null when it wants nothing. */
    @Nullable
    Map<String, @Nullable Object> desiredStateDocument(String nic) {
        return object(nic, DESIRED_STATE)
                .map(desired -> {
                    Map<String, @Nullable Object> document = new LinkedHashMap<>();
                    document.put("mode", desired.get("mode"));
                    document.put("source", desired.get("source"));
                    document.put("state", desired.get("state"));
                    document.put("message", desired.get("message"));
                    document.put("drift", desired.texts("drift"));
                    document.put("cause", desired.get("cause"));
                    document.put("rounds", desired.get("rounds"));
                    return document;
                })
                .orElse(null);
    }

    /** A line for each thing of that NIC that an operator should know. */
    List<String> attention(String nic) {
        List<String> lines = new ArrayList<>();
        object(nic, CONFIRMATION).ifPresent(waiting -> lines.add(waiting(nic, waiting)));
        object(nic, DESIRED_STATE)
                .filter(desired -> !desired.text("state").orElse("").equals("as_desired"))
                .ifPresent(desired -> lines.add(desired(desired)));
        return lines;
    }

    private static String waiting(String nic, JsonObject waiting) {
        String change =
                "change " + waiting.integer("change").map(Number::toString).orElse("?");
        String caller = told(waiting, "caller").map(name -> " of " + name).orElse("");
        String state = told(waiting, "state").orElse("waiting");
        if (!state.equals("waiting")) {
            return change + caller + " is taken back: " + state;
        }
        String left = waiting.integer("remainingMillis")
                .map(millis -> "in " + TimeText.coarse(millis.longValue()))
                .orElse("soon");
        String guard = told(waiting, "guard")
                .map(evidence -> ", or earlier by its guard (" + evidence + ")")
                .orElse("");
        return change + caller + " is taken back " + left + guard + ", unless you run: "
                + ShellLine.of(List.of("roceguard", "confirm", nic));
    }

    private static String desired(JsonObject desired) {
        String state = told(desired, "state").orElse("unknown");
        String source = told(desired, "source").map(from -> " (" + from + ")").orElse("");
        String message = told(desired, "message").orElse(String.join(", ", desired.texts("drift")));
        return "desired state" + source + " " + state.replace('_', ' ') + (message.isEmpty() ? "" : ": " + message);
    }

    private Optional<JsonObject> object(String nic, String attribute) {
        JsonObject profile = byNic.getOrDefault(nic, JsonObject.of(null));
        return profile.get(attribute) instanceof Map<?, ?> value ? Optional.of(JsonObject.of(value)) : Optional.empty();
    }

    private static Optional<String> told(JsonObject object, String name) {
        return object.text(name).map(PrintableText::line).filter(text -> !text.isEmpty());
    }
}
