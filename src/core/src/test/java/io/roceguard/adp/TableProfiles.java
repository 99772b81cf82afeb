// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The profiles of the tables of figures, and those figures as the tables round them. */
final class TableProfiles {

    record Named(AdpProfile profile, QpTiming timing) {}

    static final Map<String, Named> ALL = Map.of(
            "sample", new Named(profile(0, true, 0, 2, range(0, 2, 1, 1, 0)), new QpTiming(14, 7)),
            "fast",
                    new Named(
                            profile(12, false, 5, 3, range(5, 3, 2, 2, 0), range(8, 2, 2, 1, 0)), new QpTiming(14, 7)),
            "flap-1s",
                    new Named(
                            profile(
                                    18,
                                    false,
                                    8,
                                    3,
                                    range(8, 3, 2, 1, 0),
                                    range(11, 3, 4, 1, 0),
                                    range(14, 1, 1, 0, 1)),
                            new QpTiming(14, 7)),
            "flap-10s",
                    new Named(
                            profile(
                                    0,
                                    true,
                                    9,
                                    4,
                                    range(9, 4, 2, 1, 0),
                                    range(13, 3, 4, 1, 0),
                                    range(16, 2, 4, 0, 1),
                                    range(18, 1, 1, 2, 2)),
                            new QpTiming(19, 5)),
            "legacy-14", new Named(profile(0, true, 14, 1, range(14, 1, 1, 1, 0)), new QpTiming(14, 7)),
            "legacy-18", new Named(profile(0, true, 18, 1, range(18, 1, 1, 1, 0)), new QpTiming(18, 7)),
            "legacy-20", new Named(profile(0, true, 20, 1, range(20, 1, 1, 1, 0)), new QpTiming(20, 7)));

    private TableProfiles() {}

    private static AdpProfile profile(
            int retxTotal, boolean qpTotal, int initLow, int initSize, TimeoutRange... ranges) {
        return new AdpProfile(4, 1, 0, ranges.length, qpTotal, retxTotal, initLow, initSize, List.of(ranges));
    }

    private static TimeoutRange range(int low, int size, int retryNum, int decMode, int prev) {
        return new TimeoutRange(low, size, retryNum, decMode, prev);
    }

    /** Four significant digits and the unit that leaves 1 to 999 before the point: {@code 16.38ms}. */
    static String rounded(double nanos) {
        String[] units = {"ns", "us", "ms", "s"};
        int unit = 0;
        double value = nanos;
        while (value >= 1000 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        return number(value) + units[unit];
    }

    static String rounded(long nanos) {
        return rounded((double) nanos);
    }

    static String number(double value) {
        BigDecimal rounded = new BigDecimal(value, new MathContext(4)).stripTrailingZeros();
        return value >= 10_000 ? String.format(Locale.ROOT, "%.2e", value) : rounded.toPlainString();
    }
}
