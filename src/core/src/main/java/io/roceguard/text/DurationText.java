// SPDX-License-Identifier: Apache-2.0
package io.roceguard.text;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: a whole number with its unit, {@code 500ms}. */
public final class DurationText {

    /** For messages. */
    public static final String EXPECTED = "a positive duration with its unit (ns, us, ms, s, m, h, d), such as 500ms";

    private static final Pattern DURATION = Pattern.compile("(?<count>[0-9]{1,18})(?<unit>ns|us|ms|s|m|h|d)");

    private DurationText() {}

    /** Empty when it is no such text, 0, or more than {@code long} nanoseconds hold (292 years). */
    public static Optional<Duration> parse(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (matcher.matches()) {
            BigInteger nanos = new BigInteger(matcher.group("count")).multiply(nanosOf(matcher.group("unit")));
            if (nanos.signum() > 0 && nanos.bitLength() < Long.SIZE) {
                return Optional.of(Duration.ofNanos(nanos.longValue()));
            }
        }
        return Optional.empty();
    }

    private static BigInteger nanosOf(String unit) {
        return BigInteger.valueOf(
                switch (unit) {
                    case "ns" -> 1;
                    case "us" -> 1_000;
                    case "ms" -> 1_000_000;
                    case "s" -> 1_000_000_000;
                    case "m" -> 60_000_000_000L;
                    case "h" -> 3_600_000_000_000L;
                    default -> 86_400_000_000_000L;
                });
    }
}
