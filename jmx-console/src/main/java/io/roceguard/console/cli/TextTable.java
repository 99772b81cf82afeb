// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows of cells in columns as wide as their longest cell, two blanks between them. */
public final class TextTable {

    private static final String GAP = "  ";

    private final String indent;
    private final List<List<String>> rows = new ArrayList<>();

    /** @param indent stands before each row */
    public TextTable(String indent) {
        this.indent = indent;
    }

    public TextTable row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    /** A line a row, without blanks at its end. */
    public List<String> lines() {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < row.size(); i++) {
                line.append(row.get(i))
                        .append(" ".repeat(widths[i] - row.get(i).length()))
                        .append(GAP);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
