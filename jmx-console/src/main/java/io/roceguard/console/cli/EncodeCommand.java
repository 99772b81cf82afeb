// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.register.Assignment;
import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterEdit;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RegisterReading;
import io.roceguard.register.RoceAccl;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "encode",
        header = "Make the smallest SET that changes just the given fields.",
        description =
                "Prints the words of the SET, the select bits it carries, and mlxreg commands that send the same.",
        footer = {
            "",
            "Examples:",
            "  roceguard encode --set roce_adp_retrans_en=1",
            "  roceguard encode --base dump.txt --device 1a:00.0 --set 0x4.28:3=1,time_base=4,time_unit=1"
        })
final class EncodeCommand implements Callable<Integer> {

    private static final int NAMED = 3;

    private final Surroundings surroundings;

    @Mixin
    private final Output output = new Output();

    @Option(
            names = "--set",
            paramLabel = "F=V,...",
            required = true,
            description = "What to change, in mlxreg's notations: time_base=4 or 0x10.0:16=4.")
    private String assignments = "";

    @Option(
            names = "--base",
            paramLabel = "FILE",
            description =
                    "A reading of the device, - for stdin. Fields that are written together with an assigned one keep"
                            + " its values; without it they are sent as 0.")
    private String base = "";

    @Option(
            names = "--device",
            paramLabel = "DEV",
            description = "The device in the printed mlxreg commands, as mlxreg takes it.")
    private String device = "DEVICE";

    EncodeCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        List<Assignment> assigned = MlxregText.parseAssignments(assignments);
        RegisterImage current = base.isEmpty() ? RegisterEdit.unread() : reading();
        RegisterEdit edit = RegisterEdit.of(current, assigned);
        List<String> commands = MlxregText.setCommands(edit, device);
        noteZeros(current, edit, assigned);
        output.print(document(edit, commands), () -> text(edit, commands));
        return ExitCode.OK;
    }

    private RegisterImage reading() {
        RegisterReading reading = RegisterFile.read(base, surroundings.stdin());
        if (!reading.notListed().isEmpty()) {
            output.note(base + " does not list " + named(reading.notListed())
                    + "; they count as 0 and as not configurable.");
        }
        return reading.image();
    }

    /** A SET that shares a select bit writes more than was asked for; what it writes there must not be a surprise. */
    private void noteZeros(RegisterImage current, RegisterEdit edit, List<Assignment> assigned) {
        List<String> unassigned = edit.written().keySet().stream()
                .filter(field -> assigned.stream()
                        .noneMatch(assignment -> assignment.field().equals(field)))
                .map(RegisterField::name)
                .toList();
        int shown = current.get("adp_retx_profile_id");
        int written = edit.image().get("adp_retx_profile_id");
        if (unassigned.isEmpty()) {
            return;
        }
        if (base.isEmpty()) {
            output.note("Without --base, fields that share a select bit with an assigned one are sent as 0: "
                    + named(unassigned) + ".");
        } else if (written != 0 && written != shown) {
            output.note(base + " shows profile " + shown + ", so unassigned fields of profile " + written
                    + " are sent as 0: " + named(unassigned) + ".");
        }
    }

    private static String named(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(names.size(), NAMED)));
        return names.size() <= NAMED ? first : first + " and " + (names.size() - NAMED) + " more";
    }

    private static Map<String, Object> document(RegisterEdit edit, List<String> commands) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("words", edit.image().hexWords());
        document.put("selects", selects(edit));
        document.put("mlxreg", commands);
        return document;
    }

    private List<String> text(RegisterEdit edit, List<String> commands) {
        List<String> lines = new ArrayList<>();
        lines.add(output.bold("SET of " + RoceAccl.NAME) + ", 0x"
                + Integer.toHexString(edit.image().bytes()) + " bytes");
        List<String> words = edit.image().hexWords();
        for (int i = 0; i < words.size(); i += 4) {
            lines.add(String.format("  0x%02x  ", 4 * i) + String.join(" ", words.subList(i, i + 4)));
        }
        lines.add("");
        lines.add(output.bold("Select bits"));
        selects(edit).forEach(select -> lines.add("  " + select));
        lines.add("");
        lines.add(output.bold("Writes"));
        TextTable writes = new TextTable("  ");
        edit.written()
                .forEach((field, value) ->
                        writes.row(field.name(), String.valueOf(value), FieldMeaning.of(field, edit.image())));
        lines.addAll(writes.lines());
        lines.add("");
        lines.add(output.bold("The same with mlxreg") + " (by name from 4.33 on; by id with any version)");
        commands.forEach(command -> lines.add("  " + command));
        return lines;
    }

    private static List<String> selects(RegisterEdit edit) {
        return edit.selects().stream().map(RegisterField::name).toList();
    }
}
