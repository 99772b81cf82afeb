// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.register.ProfileFields;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RegisterReading;
import io.roceguard.register.RoceAccl;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "decode",
        header = "Show what a text of register ROCE_ACCL says.",
        description =
                "Takes what mlxreg --get prints, by name or by id, what mlxreg --set shows before it asks, or 16 or 32"
                        + " bare hex words; the form is told by the content.",
        footer = {"", "Example:", "  mlxreg -d 1a:00.0 --reg_id 0x402c --reg_len 0x40 --get | roceguard decode"})
final class DecodeCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private final Output output = new Output();

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "The text; - or nothing for stdin.")
    private String file = "-";

    DecodeCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        RegisterReading reading = RegisterFile.read(file, surroundings.stdin());
        output.print(document(reading), () -> text(reading));
        return ExitCode.OK;
    }

    private static Map<String, Object> document(RegisterReading reading) {
        RegisterImage image = reading.image();
        Map<String, Object> fields = new LinkedHashMap<>();
        for (RegisterField field : RoceAccl.FIELDS) {
            fields.put(field.name(), image.get(field));
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("fields", fields);
        document.put("profile", ProfileFields.of(image));
        document.put("words", image.hexWords());
        document.put("unknown_bits", image.unknownBits());
        document.put("not_listed", reading.notListed());
        document.put("unplaced", reading.unplaced());
        return document;
    }

    private List<String> text(RegisterReading reading) {
        RegisterImage image = reading.image();
        List<String> lines = new ArrayList<>();
        lines.add(output.bold(RoceAccl.NAME) + ", " + form(reading) + ", 0x" + Integer.toHexString(image.bytes())
                + " bytes");
        lines.add("");
        lines.addAll(new RegisterView(image, Set.copyOf(reading.notListed()), output::bold).lines());
        if (!reading.unplaced().isEmpty()) {
            lines.add("");
            lines.add(output.bold("Printed by mlxreg, at a position that is not public"));
            TextTable unplaced = new TextTable("  ");
            reading.unplaced().forEach((name, value) -> unplaced.row(name, String.valueOf(value)));
            lines.addAll(unplaced.lines());
        }
        return lines;
    }

    private static String form(RegisterReading reading) {
        return switch (reading.form()) {
            case NAMES -> "listing by name";
            case IDS -> "listing by id";
            case WORDS -> "hex words";
        };
    }
}
