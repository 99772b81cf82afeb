// SPDX-License-Identifier: Apache-2.0
package io.roceguard.text;

/**
 * Text that a person wrote and that cannot be taken: the message starts with {@code source:line:column: } (as far as
 * they are known) and says what was expected. Nothing has been changed when it is thrown.
 */
public final class TextException extends IllegalArgumentException {

    private final String source;
    private final int line;
    private final int column;

    /**
     * @param source file name, {@code <stdin>}, or what the text is ({@code assignments})
     * @param line 1-based, 0 when there is none
     * @param column 1-based, 0 when there is none
     * @param problem a full sentence in ASCII
     */
    public TextException(String source, int line, int column, String problem) {
        super(prefix(source, line, column) + problem);
        this.source = source;
        this.line = line;
        this.column = column;
    }

    private static String prefix(String source, int line, int column) {
        StringBuilder prefix = new StringBuilder(source);
        if (line > 0) {
            prefix.append(':').append(line);
        }
        if (column > 0) {
            prefix.append(':').append(column);
        }
        return prefix.append(": ").toString();
    }

    public String source() {
        return source;
    }

    /** The 1-based line, or 0. */
    public int line() {
        return line;
    }

    /** The 1-based column, or 0. */
    public int column() {
        return column;
    }
}
