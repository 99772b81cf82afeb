// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.adp.DeadPath;
import io.roceguard.adp.Rational;
import io.roceguard.adp.Spread;
import io.roceguard.text.TimeText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Figures of a dead path, for people and for programs. */
final class Figures {

    private Figures() {}

    /** Least, exact and rounded mean, most. */
    static Map<String, @Nullable Object> document(Spread spread) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("min", spread.min());
        document.put("mean", spread.mean().toString());
        document.put("mean_rounded", spread.mean().rounded());
        document.put("max", spread.max());
        return document;
    }

    /** The longest outages that are survived. */
    static Map<String, @Nullable Object> survived(DeadPath path) {
        Map<String, @Nullable Object> survived = new LinkedHashMap<>();
        survived.put("sure", orNull(path.surelySurvivedNanos(0)));
        survived.put("best", orNull(path.atBestSurvivedNanos(0)));
        return survived;
    }

    static @Nullable Object orNull(OptionalLong value) {
        return value.isPresent() ? (Object) value.getAsLong() : null;
    }

    /** {@code 16.9 ms / 17.5 ms / 18 ms}, or one time where they are equal. */
    static String times(Spread spread) {
        return spread.min() == spread.max()
                ? TimeText.of(spread.min())
                : TimeText.of(spread.min()) + " / " + TimeText.of(spread.mean().rounded()) + " / "
                        + TimeText.of(spread.max());
    }

    /** {@code 9 / 11 / 13}, or one number where they are equal. */
    static String numbers(Spread spread) {
        return spread.min() == spread.max()
                ? number(spread.min())
                : number(spread.min()) + " / " + number(spread.mean()) + " / " + number(spread.max());
    }

    private static String number(long value) {
        return value == Long.MAX_VALUE ? "no end" : String.valueOf(value);
    }

    private static String number(Rational value) {
        return value.rounded() == Long.MAX_VALUE
                ? "no end"
                : new BigDecimal(value.doubleValue())
                        .setScale(1, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString();
    }
}
