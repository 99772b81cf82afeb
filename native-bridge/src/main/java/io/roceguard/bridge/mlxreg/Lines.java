// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import java.util.List;

/** What a tool printed, as far as it may be repeated in a message. */
final class Lines {

    private static final int LONGEST = 200;
    private static final String ERROR = "-E- ";

    private Lines() {}

    /** The texts behind {@code -E-}, in order. */
    static List<String> errors(String text) {
        return text.lines()
                .filter(line -> line.startsWith(ERROR))
                .map(line -> line.substring(ERROR.length()).strip())
                .toList();
    }

    /** At most {@value #LONGEST} characters on one line, every one printable ASCII. */
    static String oneLine(String text) {
        String line = text.strip().replaceAll("\\s*\\R\\s*", "; ").replaceAll("[^ -~]", "?");
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line;
    }
}
