// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import java.util.function.ToLongFunction;

/**
 * A figure over all initial timeouts, each as likely as the others.
 *
 * @param min the least
 * @param mean exact
 * @param max the most
 */
public record Spread(long min, Rational mean, long max) {

    static <T> Spread of(Iterable<T> equallyLikely, ToLongFunction<T> figure) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        Rational sum = Rational.ZERO;
        int count = 0;
        for (T each : equallyLikely) {
            long value = figure.applyAsLong(each);
            min = Math.min(min, value);
            max = Math.max(max, value);
            sum = sum.plus(Rational.of(value));
            count++;
        }
        return new Spread(min, sum.dividedBy(Rational.of(count)), max);
    }
}
