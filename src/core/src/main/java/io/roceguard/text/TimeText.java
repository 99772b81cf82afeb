// SPDX-License-Identifier: Apache-2.0
package io.roceguard.text;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Times for people: the largest unit that gives a number of 1 or more, rounded to 3 places. */
public final class TimeText {

    private static final long MICROSECOND = 1_000;
    private static final long MILLISECOND = 1_000 * MICROSECOND;
    private static final long SECOND = 1_000 * MILLISECOND;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private TimeText() {}

    /** @param nanos not negative; {@code Long.MAX_VALUE} stands for everything that long cannot hold */
    public static String of(long nanos) {
        if (nanos == Long.MAX_VALUE) {
            return "more than 292 years";
        }
        if (nanos >= 2 * DAY) {
            return in(nanos, DAY, "d");
        }
        if (nanos >= 2 * HOUR) {
            return in(nanos, HOUR, "h");
        }
        if (nanos >= 2 * MINUTE) {
            return in(nanos, MINUTE, "min");
        }
        if (nanos >= SECOND) {
            return in(nanos, SECOND, "s");
        }
        if (nanos >= MILLISECOND) {
            return in(nanos, MILLISECOND, "ms");
        }
        return nanos >= MICROSECOND ? in(nanos, MICROSECOND, "us") : nanos + " ns";
    }

    /** In whole units, as for an age or an uptime. */
    public static String coarse(long millis) {
        long seconds = Math.max(0, millis) / 1000;
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 120 * 60) {
            return seconds / 60 + " min";
        }
        return seconds < 48 * 3600 ? seconds / 3600 + " h" : seconds / 86400 + " d";
    }

    /** {@code timeBase << exponent} microseconds as nanoseconds, saturated at {@code Long.MAX_VALUE}. */
    public static long shifted(long timeBase, int exponent) {
        long base = timeBase * MICROSECOND;
        if (base == 0) {
            return 0;
        }
        // Exponents are 8 bits wide, while Java takes a shift modulo 64.
        return exponent >= Long.numberOfLeadingZeros(base) ? Long.MAX_VALUE : base << exponent;
    }

    private static String in(long nanos, long unit, String name) {
        return BigDecimal.valueOf(nanos)
                        .divide(BigDecimal.valueOf(unit), 3, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString()
                + " " + name;
    }
}
