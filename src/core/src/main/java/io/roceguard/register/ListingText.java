// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

/** Prints the tables of {@code mstreg --get}, version 4.33; both start at the header and end with the closing ruler. */
final class ListingText {

    /** Blanks that mstreg leaves between the longest name and the blank before the bar. */
    private static final int NAME_PADDING = 3;

    private static final int NAME_WIDTH = RoceAccl.FIELDS.stream()
                    .mapToInt(field -> field.printedName().length())
                    .max()
                    .orElse(0)
            + NAME_PADDING;

    private ListingText() {}

    static String byName(RegisterImage image) {
        String ruler = "=".repeat(NAME_WIDTH + " | 0x00000000 ".length()) + "\n";
        StringBuilder listing = new StringBuilder(pad("Field Name") + " | Data    \n").append(ruler);
        for (RegisterField field : RoceAccl.FIELDS) {
            listing.append(pad(field.printedName()))
                    .append(" | ")
                    .append(RegisterImage.hex(image.get(field)))
                    .append('\n');
        }
        return listing.append(ruler).toString();
    }

    static String byId(RegisterImage image) {
        String ruler = "=".repeat("0x00000000 | 0x00000000".length()) + "\n";
        StringBuilder listing = new StringBuilder("Address    | Data\n").append(ruler);
        for (int i = 0; i < image.dwords(); i++) {
            listing.append(RegisterImage.hex(4 * i))
                    .append(" | ")
                    .append(RegisterImage.hex(image.word(i)))
                    .append('\n');
        }
        return listing.append(ruler).toString();
    }

    private static String pad(String name) {
        return name + " ".repeat(NAME_WIDTH - name.length());
    }
}
