// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import java.util.Optional;

/**
 * Looks at JSON text before it is parsed: nesting that would overflow the stack of whoever walks the value, and numbers
 * that take seconds to convert.
 */
final class JsonLimits {

    static final int MAX_DEPTH = 64;
    static final int MAX_NUMBER = 100;
    /** {@code 1e9999} is harmless, {@code 1e999999999} is a gigabyte of digits when converted. */
    static final int MAX_EXPONENT_DIGITS = 4;

    private JsonLimits() {}

    /** What is wrong, as a sentence. The text need not be JSON. */
    static Optional<String> violation(String text) {
        int depth = 0;
        int number = 0;
        int exponent = -1;
        boolean inString = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (inString) {
                if (c == '\\') {
                    i++;
                } else if (c == '"') {
                    inString = false;
                }
                continue;
            }
            if (c >= '0' && c <= '9') {
                number++;
                exponent += exponent >= 0 ? 1 : 0;
            } else if ((c == 'e' || c == 'E') && number > 0) {
                exponent = 0;
            } else if (c != '.' && c != '-' && c != '+') {
                number = 0;
                exponent = -1;
            }
            if (c == '"') {
                inString = true;
            } else if (c == '[' || c == '{') {
                depth++;
            } else if (c == ']' || c == '}') {
                depth--;
            }
            if (depth > MAX_DEPTH) {
                return Optional.of("The JSON is nested deeper than " + MAX_DEPTH + " levels.");
            }
            if (number > MAX_NUMBER || exponent > MAX_EXPONENT_DIGITS) {
                return Optional.of("The JSON holds a number with more than " + MAX_NUMBER
                        + " digits, or an exponent with more than " + MAX_EXPONENT_DIGITS + ".");
            }
        }
        return Optional.empty();
    }
}
