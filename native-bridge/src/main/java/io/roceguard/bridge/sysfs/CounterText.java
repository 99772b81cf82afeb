// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import io.roceguard.counter.CounterValue;
import io.roceguard.counter.CounterValue.Present;
import io.roceguard.counter.CounterValue.Unavailable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** What a counter file says: a u64 in decimal, or that there is none. Read from bytes, without a text for each poll. */
final class CounterText {

    static final String NO_PMA = "no_pma";
    static final String NOT_A_NUMBER = "not_a_number";

    /** Longer than the longest number; what fills it is none. */
    static final int MOST_BYTES = 64;

    /** What the kernel prints when the device does not answer the PMA query. */
    private static final ByteBuffer NO_PMA_TEXT = ByteBuffer.wrap("N/A (no PMA)".getBytes(StandardCharsets.US_ASCII));

    /** Reasons that are the file's answer, not a failing call. */
    private static final Set<String> ANSWERS = Set.of(NO_PMA, NOT_A_NUMBER);

    private static final long LARGEST_TENTH = Long.divideUnsigned(-1, 10);
    private static final long LARGEST_LAST_DIGIT = Long.remainderUnsigned(-1, 10);

    private CounterText() {}

    /** True where the file answered, but not with a number; normal on some devices. */
    static boolean isAnswer(String reason) {
        return ANSWERS.contains(reason);
    }

    /**
     * The number, clamped to a long.
     *
     * @param text what was read, from 0 to the position
     * @param before the last value of the same file, given again when it is equal
     */
    static CounterValue parse(ByteBuffer text, CounterValue before) {
        int begin = 0;
        int end = text.position();
        if (end == text.capacity()) {
            return new Unavailable(NOT_A_NUMBER);
        }
        while (begin < end && isBlank(text.get(begin))) {
            begin++;
        }
        while (begin < end && isBlank(text.get(end - 1))) {
            end--;
        }
        long number = 0;
        for (int at = begin; at < end; at++) {
            int digit = text.get(at) - '0';
            if (digit < 0 || digit > 9 || exceeds(number, digit)) {
                return notANumber(text.slice(begin, end - begin));
            }
            number = 10 * number + digit;
        }
        if (begin == end) {
            return new Unavailable(NOT_A_NUMBER);
        }
        long value = number < 0 ? Long.MAX_VALUE : number;
        return before instanceof Present present && present.value() == value ? before : new Present(value);
    }

    private static boolean exceeds(long number, int digit) {
        int compared = Long.compareUnsigned(number, LARGEST_TENTH);
        return compared > 0 || (compared == 0 && digit > LARGEST_LAST_DIGIT);
    }

    private static Unavailable notANumber(ByteBuffer text) {
        return new Unavailable(text.equals(NO_PMA_TEXT) ? NO_PMA : NOT_A_NUMBER);
    }

    private static boolean isBlank(byte character) {
        return character == ' ' || (character >= '\t' && character <= '\r');
    }
}
