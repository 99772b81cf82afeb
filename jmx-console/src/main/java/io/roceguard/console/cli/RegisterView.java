// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.register.Access;
import io.roceguard.register.DecMode;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The register as a page for people: settings, capabilities, profile, and what nobody knows. */
final class RegisterView {

    private final RegisterImage image;
    private final Set<String> notListed;
    private final UnaryOperator<String> heading;

    /**
     * @param notListed fields that the text did not give
     * @param heading how to print the title of a section
     */
    RegisterView(RegisterImage image, Set<String> notListed, UnaryOperator<String> heading) {
        this.image = image;
        this.notListed = notListed;
        this.heading = heading;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(heading.apply("Settings"));
        lines.addAll(settings());
        lines.add("");
        lines.add(heading.apply("Capabilities"));
        TextTable capabilities = new TextTable("  ");
        RoceAccl.FIELDS.stream()
                .filter(field -> field.access() == Access.RO)
                .forEach(field -> capabilities.row(field.name(), value(field), meaning(field)));
        lines.addAll(capabilities.lines());
        lines.add("");
        lines.add(heading.apply("Profile"));
        lines.addAll(profile());
        if (!image.unknownBits().isEmpty()) {
            lines.add("");
            lines.add(heading.apply("Bits set that no field is known for"));
            lines.add("  " + String.join(" ", image.unknownBits()));
        }
        return lines;
    }

    private List<String> settings() {
        TextTable table = new TextTable("  ").row("FIELD", "VALUE", "SELECT", "MEANING");
        for (RegisterField field : RoceAccl.FIELDS) {
            String select = field.select();
            if (select != null && !field.inProfile()) {
                table.row(field.name(), value(field), value(RoceAccl.field(select)), meaning(field));
            }
        }
        return table.lines();
    }

    private List<String> profile() {
        if (image.withProfileOf(RegisterImage.zero()).equals(image)) {
            return List.of("  All zero.");
        }
        List<String> lines = new ArrayList<>();
        TextTable table = new TextTable("  ");
        for (RegisterField field : RoceAccl.FIELDS) {
            if (field.inProfile() && field.offset() < RoceAccl.PROFILE_OFFSET + 8) {
                table.row(field.name(), value(field), meaning(field));
            }
        }
        lines.addAll(table.lines());
        lines.addAll(ranges());
        return lines;
    }

    private List<String> ranges() {
        int defined = image.get("range_num");
        TextTable table =
                new TextTable("  ").row("RANGE", "LOW_BOUND", "SIZE", "TIMEOUTS", "RETRY_NUM", "DEC_MODE", "PREV");
        for (int i = 0; i < RoceAccl.RANGES; i++) {
            if (i >= defined && image.word(RoceAccl.PROFILE_OFFSET / 4 + 2 + i) == 0) {
                continue;
            }
            int low = image.get("range_low_bound_" + i);
            int size = image.get("range_size_" + i);
            int decMode = image.get("dec_mode_" + i);
            table.row(
                    i + (i < defined ? "" : " unused"),
                    "" + low,
                    "" + size,
                    FieldMeaning.values(image, low, size),
                    "" + image.get("timeout_retry_num_" + i),
                    DecMode.of(decMode).map(DecMode::name).orElse("reserved " + decMode),
                    "" + image.get("prev_range_index_" + i));
        }
        return table.lines();
    }

    private String value(RegisterField field) {
        return notListed.contains(field.name()) ? "-" : String.valueOf(image.get(field));
    }

    private String meaning(RegisterField field) {
        return notListed.contains(field.name()) ? "not in the text" : FieldMeaning.of(field, image);
    }
}
