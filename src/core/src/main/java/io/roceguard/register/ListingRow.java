// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import io.roceguard.register.RegisterReading.Form;
import io.roceguard.text.Excerpt;
import io.roceguard.text.TextException;
import java.util.Optional;

/** One {@code KEY | VALUE} line of a listing; columns are 1-based. */
record ListingRow(String source, int line, int keyColumn, String key, int valueColumn, String value) {

    /** Empty when the line has no bar or not exactly one word in front of the first one. */
    static Optional<ListingRow> of(String source, int line, String text) {
        int bar = text.indexOf('|');
        if (bar < 0) {
            return Optional.empty();
        }
        int keyStart = skipBlanks(text, 0, bar);
        int valueStart = skipBlanks(text, bar + 1, text.length());
        String key = text.substring(keyStart, bar).strip();
        if (key.isEmpty() || key.chars().anyMatch(Character::isWhitespace)) {
            return Optional.empty();
        }
        String value = text.substring(valueStart).strip();
        return Optional.of(new ListingRow(source, line, keyStart + 1, key, valueStart + 1, value));
    }

    private static int skipBlanks(String text, int from, int to) {
        int at = from;
        while (at < to && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** True when no header is needed to see that this is a line of a listing. */
    boolean isData() {
        return value.startsWith("0x") || FieldPaths.known(key);
    }

    Form form() {
        return key.charAt(0) >= '0' && key.charAt(0) <= '9' ? Form.IDS : Form.NAMES;
    }

    /** The key as an address. */
    int keyBits() {
        return HexWords.prefixed(key).orElseThrow(() -> failKey(HexWords.expected("The address", key)));
    }

    /** The value as a dword. */
    int valueBits() {
        String what = "The value of " + Excerpt.of(key);
        return HexWords.prefixed(value).orElseThrow(() -> failValue(HexWords.expected(what, value)));
    }

    TextException failKey(String problem) {
        return new TextException(source, line, keyColumn, problem);
    }

    TextException failValue(String problem) {
        return new TextException(source, line, valueColumn, problem);
    }
}
