// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

/** Arithmetic of nanoseconds that are never negative: what does not fit stays at {@link Long#MAX_VALUE}, 292 years. */
final class Saturating {

    private Saturating() {}

    static long add(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    static long multiply(long a, long b) {
        return a != 0 && b > Long.MAX_VALUE / a ? Long.MAX_VALUE : a * b;
    }

    /** {@code a * 2^exponent}. */
    static long shift(long a, int exponent) {
        if (a == 0) {
            return 0;
        }
        return exponent >= Long.numberOfLeadingZeros(a) ? Long.MAX_VALUE : a << exponent;
    }
}
