// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

/** Text from elsewhere on its way to a terminal. */
final class PrintableText {

    private PrintableText() {}

    /** One line: control characters, and with them escape sequences, are replaced with a blank or {@code ?}. */
    static String line(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (Character.isWhitespace(c)) {
                line.append(' ');
            } else if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                line.append('?');
            } else {
                line.appendCodePoint(c);
            }
        });
        return line.toString().strip();
    }

    /** At most so many characters of {@link #line}, with {@code ..} where it was cut. */
    static String cell(String text, int longest) {
        String line = line(text);
        return line.length() <= longest ? line : line.substring(0, longest - 2) + "..";
    }

    /** {@code 1 port}, {@code 2 ports}. */
    static String count(long number, String one) {
        return number + " " + one + (number == 1 ? "" : "s");
    }
}
