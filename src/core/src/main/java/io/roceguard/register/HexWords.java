// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import io.roceguard.register.RegisterReading.Form;
import io.roceguard.text.Excerpt;
import io.roceguard.text.TextException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** A register written as nothing but 16 or 32 hex words. */
final class HexWords {

    private static final int DIGITS = 8;
    private static final String EXPECTED =
            "Expected what mlxreg --get prints (NAME | 0x... or ADDRESS | 0x...), or 16 or 32 hex words.";

    private final String source;
    private final String text;
    private final int[] words = new int[RegisterImage.LONG_DWORDS];
    private int count;
    private int line = 1;
    private int lineStart;

    private HexWords(String source, String text) {
        this.source = source;
        this.text = text;
    }

    /** The bits of {@code 0x} and 1 to 8 hex digits; empty for anything else. */
    static OptionalInt prefixed(String word) {
        boolean prefixed = word.startsWith("0x") || word.startsWith("0X");
        return prefixed ? bits(word.substring(2)) : OptionalInt.empty();
    }

    private static OptionalInt bits(String digits) {
        boolean fits = !digits.isEmpty() && digits.length() <= DIGITS;
        return fits && allHex(digits) ? OptionalInt.of(Integer.parseUnsignedInt(digits, 16)) : OptionalInt.empty();
    }

    private static boolean allHex(String digits) {
        return digits.chars().allMatch(c -> c < 0x80 && Character.digit(c, 16) >= 0);
    }

    /** One sentence that says why {@link #prefixed} took nothing. */
    static String expected(String what, String word) {
        boolean tooLong = word.startsWith("0x") && word.length() > DIGITS + 2 && allHex(word.substring(2));
        return what + (tooLong ? " is larger than 32 bits" : " must be 0x and 1 to 8 hex digits") + ": value="
                + Excerpt.of(word) + ".";
    }

    static RegisterReading read(String source, String text) {
        return new HexWords(source, text).read();
    }

    private RegisterReading read() {
        for (int at = 0; at < text.length(); ) {
            char c = text.charAt(at);
            if (!separates(c)) {
                int end = at;
                while (end < text.length() && !separates(text.charAt(end))) {
                    end++;
                }
                add(text.substring(at, end), at - lineStart + 1);
                at = end;
                continue;
            }
            at++;
            if (c == '\n') {
                line++;
                lineStart = at;
            }
        }
        if (count == 0) {
            throw new TextException(source, 0, 0, "The text holds no register. " + EXPECTED);
        }
        if (count != RegisterImage.SHORT_DWORDS && count != RegisterImage.LONG_DWORDS) {
            throw new TextException(source, 0, 0, "There must be 16 or 32 hex words: words=" + count + ".");
        }
        RegisterImage image = RegisterImage.ofWords(Arrays.copyOf(words, count));
        return new RegisterReading(image, Form.WORDS, List.of(), Map.of());
    }

    private static boolean separates(char c) {
        return c == ',' || Character.isWhitespace(c);
    }

    private void add(String word, int column) {
        boolean bare = word.length() == DIGITS && allHex(word);
        OptionalInt bits = bare ? bits(word) : prefixed(word);
        if (bits.isEmpty()) {
            String problem = count == 0
                    ? "This is no register text: found " + Excerpt.of(word) + ". " + EXPECTED
                    : expected("A word", word) + " Bare words have exactly 8 hex digits.";
            throw new TextException(source, line, column, problem);
        }
        if (count == words.length) {
            throw new TextException(source, line, column, "There must be 16 or 32 hex words; this is one too many.");
        }
        words[count++] = bits.getAsInt();
    }
}
