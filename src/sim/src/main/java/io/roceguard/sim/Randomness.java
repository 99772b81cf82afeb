// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

/** Numbers that look random and are a function of their seed alone, so that no reading depends on the one before. */
final class Randomness {

    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private Randomness() {}

    /** A new seed for the {@code index}-th thing that hangs on this one (one step of SplitMix64). */
    static long derive(long seed, long index) {
        long z = seed + (index + 1) * GOLDEN_GAMMA;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** Evenly in [0, 1). */
    static double fraction(long seed, long index) {
        return (derive(seed, index) >>> 11) * 0x1.0p-53;
    }

    /**
     * How many events have happened where {@code expected} were due: event i happens somewhere between the i-th and the
     * (i+1)-th due moment. Never falls when {@code expected} rises.
     */
    static long events(double expected, long seed) {
        long whole = (long) expected;
        return whole + (fraction(seed, whole) < expected - whole ? 1 : 0);
    }
}
