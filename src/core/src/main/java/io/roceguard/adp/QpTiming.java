// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import org.jspecify.annotations.Nullable;

/**
 * What a queue pair brings to its timeouts.
 *
 * @param ackTimeout Local ACK Timeout as an exponent, 0..31: 4.096 us * 2^n, 0 for no timeout
 * @param retryCount {@code retry_cnt}, 0..7
 * @param extendedRetryCount counts instead of {@code retry_cnt} where the queue pair has one, 0 or more; else null
 */
public record QpTiming(
        int ackTimeout, int retryCount, @Nullable Integer extendedRetryCount) {

    public static final int MOST_ACK_TIMEOUT = 31;
    public static final int MOST_RETRIES = 7;

    private static final long UNIT_NANOS = 4096;

    /** @throws IllegalArgumentException for a number out of its range */
    public QpTiming {
        require("ack_timeout", ackTimeout, MOST_ACK_TIMEOUT);
        require("retry_cnt", retryCount, MOST_RETRIES);
        if (extendedRetryCount != null) {
            require("extended_retry_cnt", extendedRetryCount, Integer.MAX_VALUE);
        }
    }

    /** Without an extended retry count. */
    public QpTiming(int ackTimeout, int retryCount) {
        this(ackTimeout, retryCount, null);
    }

    private static void require(String name, int value, int most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(name + " must be 0.." + most + ": " + value);
        }
    }

    /** The count that holds. */
    public int retries() {
        return extendedRetryCount == null ? retryCount : extendedRetryCount;
    }

    /** Nanoseconds of {@code ack_timeout}: 4096 &lt;&lt; n, at most 2.4 hours; also for 0, which means no timeout. */
    public long ackTimeoutNanos() {
        return UNIT_NANOS << ackTimeout;
    }
}
