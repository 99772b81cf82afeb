// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.device.QueuePairTiming;
import org.jspecify.annotations.Nullable;

/**
 * What one queue pair does about a missing acknowledgement, as open data.
 *
 * @param number local QP number
 * @param remoteNumber QP number at the other end
 * @param ackTimeout Local ACK Timeout as an exponent, 0..31
 * @param ackTimeoutNanos 4096 ns * 2^ackTimeout; null for 0, which is no timeout
 * @param retryCount transport retries until RETRY_EXC, 0..7
 * @param retriesLeft what is left of them now, 0..7
 * @param rnrRetry RNR retries, 0..7, 7 for no limit
 */
public record QueuePairTimingView(
        int number,
        int remoteNumber,
        int ackTimeout,
        @Nullable Long ackTimeoutNanos,
        int retryCount,
        int retriesLeft,
        int rnrRetry) {

    private static final long UNIT_NANOS = 4096;

    static QueuePairTimingView of(QueuePairTiming timing) {
        return new QueuePairTimingView(
                timing.number(),
                timing.remoteNumber(),
                timing.ackTimeout(),
                nanos(timing.ackTimeout()),
                timing.retryCount(),
                timing.retriesLeft(),
                timing.rnrRetry());
    }

    /** Saturates: a driver that puts more than 5 bits there must not turn a long time into a short one. */
    static @Nullable Long nanos(int exponent) {
        if (exponent == 0) {
            return null;
        }
        return exponent >= Long.numberOfLeadingZeros(UNIT_NANOS) ? Long.MAX_VALUE : UNIT_NANOS << exponent;
    }
}
