// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;

/** The list of commands in the help of {@code roceguard}, grouped by what they need. */
final class GroupedCommands implements IHelpSectionRenderer {

    private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put("The daemon", List.of("run", "hash"));
        GROUPS.put(
                "With a running daemon",
                List.of("status", "devices", "qps", "get", "plan", "apply", "confirm", "rollback", "history"));
        GROUPS.put(
                "Without one", List.of("presets", "validate", "explain", "recommend", "simulate", "decode", "encode"));
    }

    @Override
    public String render(Help help) {
        Map<String, CommandLine> left =
                new LinkedHashMap<>(help.commandSpec().commandLine().getSubcommands());
        StringBuilder text = new StringBuilder();
        GROUPS.forEach((title, names) -> {
            TextTable table = new TextTable("  ");
            boolean any = false;
            for (String name : names) {
                CommandLine command = left.remove(name);
                if (command != null) {
                    table.row(name, header(command));
                    any = true;
                }
            }
            if (any) {
                append(text, help, title, table);
            }
        });
        if (!left.isEmpty()) {
            TextTable table = new TextTable("  ");
            left.forEach((name, command) -> table.row(name, header(command)));
            append(text, help, "Others", table);
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Help help, String title, TextTable table) {
        text.append(String.format("%n"));
        text.append(help.colorScheme().ansi().string("@|bold " + title + "|@")).append(String.format("%n"));
        table.lines().forEach(line -> text.append(line).append(String.format("%n")));
    }

    private static String header(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        String[] header = spec.usageMessage().header();
        String[] description = spec.usageMessage().description();
        if (header.length > 0) {
            return header[0];
        }
        return description.length > 0 ? description[0] : "";
    }
}
