// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

/**
 * How long one port has spent normal and disturbed, with adaptive retransmission on and off. Times are nanoseconds since
 * the NIC was plugged in.
 */
final class PortHistory {

    private final Scenario scenario;
    private final long period;
    private final long disturbance;
    private final long offset;
    private final long[] spent = new long[4];
    private long now;

    /** The disturbed stretch starts in the second quarter of each period at the earliest, and ends with it at the latest. */
    PortHistory(Scenario scenario, long seed) {
        this.scenario = scenario;
        this.period = scenario.period().toNanos();
        this.disturbance = scenario.disturbance().toNanos();
        long earliest = period / 4;
        this.offset = earliest + (long) ((period - disturbance - earliest) * Randomness.fraction(seed, 0));
    }

    /** Books the time since the last call; time never runs backwards. */
    void settle(long elapsed, boolean adaptive) {
        if (elapsed <= now) {
            return;
        }
        long disturbed = disturbedUntil(elapsed) - disturbedUntil(now);
        spent[index(true, adaptive)] += disturbed;
        spent[index(false, adaptive)] += elapsed - now - disturbed;
        now = elapsed;
    }

    /** Of the time booked. */
    long spent(boolean disturbed, boolean adaptive) {
        return spent[index(disturbed, adaptive)];
    }

    /** How often a disturbance has begun. */
    long disturbances() {
        return disturbance == 0 ? 0 : now / period + (now % period >= offset ? 1 : 0);
    }

    boolean disturbed() {
        long within = now % period - offset;
        return within >= 0 && within < disturbance;
    }

    boolean linkDown() {
        return scenario.linkDown() && disturbed();
    }

    private long disturbedUntil(long elapsed) {
        long within = Math.max(0, Math.min(disturbance, elapsed % period - offset));
        return elapsed / period * disturbance + within;
    }

    private static int index(boolean disturbed, boolean adaptive) {
        return (disturbed ? 2 : 0) + (adaptive ? 1 : 0);
    }
}
