// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

/**
 * Where a port is in its scenario, and has been: functions of the time since the NIC was plugged in, in nanoseconds. The
 * disturbed stretch starts in the second quarter of each period at the earliest, and ends with it at the latest.
 */
final class PortHistory {

    private final Scenario scenario;
    private final long period;
    private final long disturbance;
    private final long offset;

    PortHistory(Scenario scenario, long seed) {
        this.scenario = scenario;
        this.period = scenario.period().toNanos();
        this.disturbance = scenario.disturbance().toNanos();
        long earliest = period / 4;
        this.offset = earliest + (long) ((period - disturbance - earliest) * Randomness.fraction(seed, 0));
    }

    /** How long it has been disturbed. */
    long disturbed(long elapsed) {
        return elapsed / period * disturbance + Math.max(0, Math.min(disturbance, elapsed % period - offset));
    }

    /** How often a disturbance has begun. */
    long begun(long elapsed) {
        return disturbance == 0 ? 0 : elapsed / period + (elapsed % period >= offset ? 1 : 0);
    }

    /** How often a disturbance has ended. */
    long ended(long elapsed) {
        return disturbance == 0 ? 0 : elapsed / period + (elapsed % period >= offset + disturbance ? 1 : 0);
    }

    /** How long the present disturbance lasts; -1 where there is none now. */
    long sinceBegin(long elapsed) {
        long within = elapsed % period - offset;
        return within >= 0 && within < disturbance ? within : -1;
    }

    /** Length of a disturbance. */
    long disturbance() {
        return disturbance;
    }

    boolean linkDown(long elapsed) {
        return scenario.linkDown() && sinceBegin(elapsed) >= 0;
    }
}
