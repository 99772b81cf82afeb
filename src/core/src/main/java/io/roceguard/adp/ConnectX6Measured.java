// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import java.util.Arrays;

/**
 * What the firmware's own timeouts (profile 0) did on one ConnectX-6 with firmware 20.43.4100, as a public lab report
 * measured it. A model of that measurement and of nothing else: other cards and versions were not measured, and profiles
 * were not known to that firmware. Times are nanoseconds.
 *
 * @param timing with an ack_timeout of 1 or more
 * @param adaptive {@code roce_adp_retrans_en} with the least ack_timeout in force; false for
 *     {@code min_ack_timeout_limit_disabled}, where nothing adaptive was seen
 */
public record ConnectX6Measured(QpTiming timing, boolean adaptive) {

    /** The steps of the adaptive phase, microseconds. */
    private static final long[] STEPS_MICROS = {
        8_600, 16_600, 33_700, 67_100, 100_600, 201_400, 536_800, 805_300, 2_147_800, 4_294_800
    };

    /** Below it {@code ack_timeout} counted as this. */
    private static final int LEAST_ACK_TIMEOUT = 16;

    private static final long NANOS_PER_MICRO = 1000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** How much less than R intervals it took. */
    private static final long SHORT_OF_LEAST = 96 * NANOS_PER_MILLI;

    private static final long SHORT_OF_LONGER = 364 * NANOS_PER_MILLI;

    /** @throws IllegalArgumentException for ack_timeout 0 */
    public ConnectX6Measured {
        if (timing.ackTimeout() == 0) {
            throw new IllegalArgumentException("ack_timeout 0 means no timer and so no timeouts.");
        }
    }

    private long nominal() {
        int ackTimeout = adaptive ? Math.max(timing.ackTimeout(), LEAST_ACK_TIMEOUT) : timing.ackTimeout();
        return new QpTiming(ackTimeout, 0).ackTimeoutNanos();
    }

    /** Early retransmissions, counted as {@code roce_adp_retrans}: 4 to 11 were seen. */
    public int adaptiveRetransmissions() {
        long nominal = nominal();
        return adaptive
                ? (int) Arrays.stream(STEPS_MICROS)
                        .filter(step -> step * NANOS_PER_MICRO <= nominal)
                        .count()
                : 0;
    }

    /** How many of them are sent by a time since the first transmission: each step follows the one before. */
    public int adaptiveRetransmissions(long nanos) {
        int sent = 0;
        long at = 0;
        while (sent < adaptiveRetransmissions()) {
            at += STEPS_MICROS[sent] * NANOS_PER_MICRO;
            if (at > nanos) {
                return sent;
            }
            sent++;
        }
        return sent;
    }

    /** Between the regular timeouts that follow, counted as {@code local_ack_timeout_err}. */
    public long intervalNanos() {
        return adaptive ? 2 * nominal() : nominal();
    }

    /** When the queue pair failed, about. */
    public long detectionNanos() {
        if (!adaptive) {
            return Saturating.multiply(timing.retries() + 2L, intervalNanos());
        }
        long shortOf = timing.ackTimeout() <= LEAST_ACK_TIMEOUT ? SHORT_OF_LEAST : SHORT_OF_LONGER;
        return Math.max(0, Saturating.multiply(timing.retries(), intervalNanos()) - shortOf);
    }
}
