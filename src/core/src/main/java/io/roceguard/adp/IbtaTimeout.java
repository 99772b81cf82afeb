// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

/**
 * A queue pair's timeouts without adaptive retransmission, as the InfiniBand specification has them: the timer may run for
 * anything from T to 4 T, T = 4.096 us * 2^ack_timeout, and the queue pair fails after one transmission and
 * {@code retry_cnt} retransmissions. Times are nanoseconds.
 *
 * @param timing with an ack_timeout of 1 or more: 0 means no timer
 */
public record IbtaTimeout(QpTiming timing) {

    private static final int LATEST = 4;

    /** @throws IllegalArgumentException for ack_timeout 0 */
    public IbtaTimeout {
        if (timing.ackTimeout() == 0) {
            throw new IllegalArgumentException("ack_timeout 0 means no timer and so no timeouts.");
        }
    }

    /** T, one timeout at the shortest. */
    public long eachNanos() {
        return timing.ackTimeoutNanos();
    }

    /** R T, when the last retransmission is sent; also what people mostly expect the whole to take. */
    public long lastRetransmissionNanos() {
        return Saturating.multiply(timing.retries(), eachNanos());
    }

    /** (R + 1) T, when the queue pair fails at the earliest. */
    public long nominalNanos() {
        return Saturating.multiply(timing.retries() + 1L, eachNanos());
    }

    /** 4 (R + 1) T, when it fails at the latest. */
    public long latestNanos() {
        return Saturating.multiply(LATEST, nominalNanos());
    }
}
