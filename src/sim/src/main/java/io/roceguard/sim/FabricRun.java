// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import java.util.Arrays;
import java.util.stream.LongStream;

/** What became of many queue pairs. Immutable. */
public final class FabricRun {

    private final int queuePairs;
    private final long[] recoveryNanos;
    private final long[] failureNanos;
    private final long retransmissions;
    private final long spurious;
    private final long[] load;
    private final long slotNanos;

    /**
     * @param recoveryNanos in any order
     * @param failureNanos in any order
     */
    FabricRun(
            int queuePairs,
            long[] recoveryNanos,
            long[] failureNanos,
            long retransmissions,
            long spurious,
            long[] load,
            long slotNanos) {
        this.queuePairs = queuePairs;
        this.recoveryNanos = ascending(recoveryNanos);
        this.failureNanos = ascending(failureNanos);
        this.retransmissions = retransmissions;
        this.spurious = spurious;
        this.load = load.clone();
        this.slotNanos = slotNanos;
    }

    private static long[] ascending(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    /** How many there were. */
    public int queuePairs() {
        return queuePairs;
    }

    /** How many went on. */
    public int recovered() {
        return recoveryNanos.length;
    }

    /** How many failed. */
    public int failed() {
        return failureNanos.length;
    }

    /** How long after the outage each that survived it went on, ascending. */
    public LongStream recoveries() {
        return Arrays.stream(recoveryNanos);
    }

    /** When each that failed did, ascending. */
    public LongStream failures() {
        return Arrays.stream(failureNanos);
    }

    /** All of them. */
    public long retransmissions() {
        return retransmissions;
    }

    /** Those of packets that were not lost: their acknowledgement was under way. */
    public long spurious() {
        return spurious;
    }

    /** Retransmissions by time, each slot as long as {@link #slotNanos}; the last holds all later ones. */
    public LongStream load() {
        return Arrays.stream(load);
    }

    /** Length of a slot of the load. */
    public long slotNanos() {
        return slotNanos;
    }

    /**
     * The delay that a part of those that went on did not exceed.
     *
     * @param part 0..1, 0.5 for the median
     * @return nanoseconds, -1 where none went on
     */
    public long recoveryPercentile(double part) {
        return percentile(recoveryNanos, part);
    }

    /** The time by which a part of those that failed had failed; -1 where none did. */
    public long failurePercentile(double part) {
        return percentile(failureNanos, part);
    }

    private static long percentile(long[] ascending, double part) {
        if (ascending.length == 0) {
            return -1;
        }
        int index = (int) Math.ceil(part * ascending.length) - 1;
        return ascending[Math.max(0, Math.min(ascending.length - 1, index))];
    }

    /** The most retransmissions in a slot. */
    public long peakLoad() {
        return Arrays.stream(load).max().orElse(0);
    }
}
