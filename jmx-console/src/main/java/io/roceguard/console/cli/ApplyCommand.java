// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.JolokiaAnswer;
import io.roceguard.console.client.JolokiaRequest;
import io.roceguard.console.client.MBeanNames;
import io.roceguard.console.json.JsonObject;
import io.roceguard.register.MlxregText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "apply",
        header = "Change fields of register ROCE_ACCL of a NIC.",
        description =
                "One SET that selects only what is assigned; the daemon reads the register again and says what came of"
                        + " it. Needs a user with the role operator. Settings last until the next firmware reset or reboot.",
        footer = {
            "",
            "Examples:",
            "  roceguard apply mlx5_0 roce_adp_retrans_en=1 --reason 'enable ADP, change 4711'",
            "  roceguard apply mlx5_0 adp_retx_profile_id=1,time_base=8"
        })
final class ApplyCommand implements Callable<Integer> {

    private static final String ZERO = "0x00000000";
    private static final String VERIFIED = "verified";

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final DaemonOptions daemon;

    @Parameters(index = "0", paramLabel = "NIC", description = "RDMA device name, as in status.")
    private String nic = "";

    @Parameters(index = "1", paramLabel = "F=V,...", description = "What to change: time_base=4 or 0x10.0:16=4.")
    private String assignments = "";

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the daemon's audit trail.")
    private String reason = "";

    ApplyCommand(Surroundings surroundings) {
        daemon = new DaemonOptions(surroundings);
    }

    @Override
    public Integer call() {
        // A mistyped field is found here, with its column, before anything is sent.
        MlxregText.parseAssignments(assignments);
        String register = MBeanNames.roceAccl(nic);
        JolokiaRequest change = reason.isEmpty()
                ? JolokiaRequest.exec(register, "apply", assignments)
                : JolokiaRequest.exec(register, "applyWithReason", assignments, reason);
        List<JolokiaAnswer> answers = daemon.client(output).send(change, NicList.request("Name", "State"));
        JsonObject result = result(answers);
        output.print(document(result), () -> text(result));
        if (outcome(result).equals(VERIFIED)) {
            return ExitCode.OK;
        }
        output.note("The change of " + nic + " is not verified: "
                + result.text("message").orElse(outcome(result)));
        return ExitCode.NO;
    }

    private JsonObject result(List<JolokiaAnswer> answers) {
        if (answers.get(0) instanceof JolokiaAnswer.Failure failure) {
            throw failed(failure, NicList.of(answers.get(1)));
        }
        return JsonObject.of(Answers.value(answers.get(0), what()));
    }

    private String what() {
        return "change " + nic;
    }

    private CliException failed(JolokiaAnswer.Failure failure, NicList nics) {
        Optional<JsonObject> known = nics.find(nic);
        if (failure.noSuchMBean()) {
            return known.isEmpty()
                    ? nics.unknown(nic)
                    : CliException.no(nic + " has no register ROCE_ACCL, which only ConnectX NICs have.");
        }
        return DeviceFailure.of(failure, known, what());
    }

    private Map<String, @Nullable Object> document(JsonObject result) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("nic", nic);
        document.put("outcome", result.get("outcome"));
        document.put("changed", result.texts("changed"));
        document.put("changed_by_others", result.texts("changedByOthers"));
        document.put("words", result.texts("words"));
        document.put("selects", result.texts("selects"));
        document.put("mlxreg", result.texts("mlxreg"));
        document.put("caller", result.get("caller"));
        document.put("message", result.get("message"));
        return document;
    }

    private List<String> text(JsonObject result) {
        List<String> lines = new ArrayList<>();
        List<String> changed = result.texts("changed");
        lines.add(output.bold(nic) + ": " + outcome(result) + ", "
                + (changed.isEmpty() ? "no value changed" : PrintableText.count(changed.size(), "value") + " changed")
                + caller(result).map(name -> ", as " + name).orElse("") + ".");
        changed.forEach(change -> lines.add("  " + PrintableText.line(change)));
        result.texts("changedByOthers")
                .forEach(change -> lines.add(
                        output.warning("  changed by somebody else meanwhile: " + PrintableText.line(change))));
        lines.add("Sent a SET that selects " + PrintableText.line(String.join(", ", result.texts("selects"))));
        List<String> words = result.texts("words");
        for (int i = 0; i < words.size(); i += 4) {
            List<String> row = words.subList(i, Math.min(i + 4, words.size()));
            if (!row.stream().allMatch(ZERO::equals)) {
                lines.add(String.format("  0x%02x  ", 4 * i) + PrintableText.line(String.join(" ", row)));
            }
        }
        return lines;
    }

    private static String outcome(JsonObject result) {
        return result.text("outcome").map(PrintableText::line).orElse("outcome unknown");
    }

    private static Optional<String> caller(JsonObject result) {
        return result.text("caller").map(PrintableText::line).filter(name -> !name.isEmpty());
    }
}
