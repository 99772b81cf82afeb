// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import java.util.ArrayList;
import java.util.List;

/** The words of a SET, as the daemon tells them. */
final class SetWords {

    private static final int IN_A_ROW = 4;
    private static final String ZERO = "0x00000000";

    private SetWords() {}

    /** Four words a row, without the rows that are 0. */
    static List<String> lines(List<String> words) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < words.size(); i += IN_A_ROW) {
            List<String> row = words.subList(i, Math.min(i + IN_A_ROW, words.size()));
            if (!row.stream().allMatch(ZERO::equals)) {
                lines.add(String.format("  0x%02x  ", 4 * i) + PrintableText.line(String.join(" ", row)));
            }
        }
        return lines;
    }
}
