// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.adp.ProfilePresets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "presets",
        header = "List the profiles that come with roceguard, or print one.",
        description =
                "Every command that takes a PROFILE takes the name of a preset too, unless there is a file of that"
                        + " name. They follow from the document's algorithm; none is verified on hardware.",
        footer = {
            "",
            "Examples:",
            "  roceguard presets",
            "  roceguard presets flap-10s > profile.yaml",
            "  roceguard explain flap-10s --ack-timeout 19 --retry-count 5"
        })
final class PresetsCommand implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "Print this preset as a profile file (YAML).")
    private @Nullable String name;

    @Override
    public Integer call() {
        if (name == null) {
            output.print(
                    ProfilePresets.names().stream().map(PresetsCommand::row).toList(), PresetsCommand::list);
            return ExitCode.OK;
        }
        String wanted = name;
        String yaml = ProfilePresets.text(wanted).orElseThrow(() -> CliException.usage(ProfilePresets.unknown(wanted)));
        Map<String, Object> document = row(wanted);
        document.put("yaml", yaml);
        output.print(document, () -> yaml.lines().toList());
        return ExitCode.OK;
    }

    private static Map<String, Object> row(String name) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", name);
        row.put("purpose", ProfilePresets.purpose(name).orElseThrow());
        return row;
    }

    private static List<String> list() {
        TextTable table = new TextTable("");
        for (String name : ProfilePresets.names()) {
            table.row(name, ProfilePresets.purpose(name).orElseThrow());
        }
        return table.lines();
    }
}
