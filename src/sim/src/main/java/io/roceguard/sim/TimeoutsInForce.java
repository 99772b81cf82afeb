// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.adp.AdpProfile;
import io.roceguard.adp.AdpReading;
import io.roceguard.adp.ConnectX6Measured;
import io.roceguard.adp.DeadPath;
import io.roceguard.adp.ProfileLimits;
import io.roceguard.adp.QpTiming;
import io.roceguard.register.AdpMode;
import io.roceguard.register.RegisterImage;

/**
 * What the settings of the register make of queue pairs whose packets get lost, as means over many of them. Functions of
 * the time since the first loss, in nanoseconds, that never fall.
 */
sealed interface TimeoutsInForce {

    /** The queue pairs of simulated applications, as NCCL sets them. */
    QpTiming TIMING = new QpTiming(20, 7);

    /** Whether a lost packet is sent again adaptively. */
    boolean adaptive();

    /** Adaptive retransmissions of a queue pair by then. */
    double retransmissions(long nanos);

    /** Regular timeouts of a queue pair by then. */
    double regularTimeouts(long nanos);

    /** The part of the queue pairs that have failed by then, 0 to 1. */
    double failed(long nanos);

    /** Those of the active state of a register. */
    static TimeoutsInForce of(RegisterImage active) {
        boolean limitOff = active.get("min_ack_timeout_limit_disabled") == 1;
        return switch (AdpMode.of(active)) {
            case PROFILE ->
                new OfProfile(DeadPath.of(AdpProfile.of(active), TIMING, ProfileLimits.of(active), AdpReading.DEFAULT));
            case FIRMWARE -> new OfFirmware(new ConnectX6Measured(TIMING, !limitOff));
            default -> new OfFirmware(new ConnectX6Measured(TIMING, false));
        };
    }

    /** Of a profile, by the exact analysis. */
    record OfProfile(DeadPath path) implements TimeoutsInForce {

        @Override
        public boolean adaptive() {
            return true;
        }

        @Override
        public double retransmissions(long nanos) {
            return path.retransmissionsDuring(nanos).mean().doubleValue();
        }

        @Override
        public double regularTimeouts(long nanos) {
            return 0;
        }

        @Override
        public double failed(long nanos) {
            long failed = path.detectionByExponent().values().stream()
                    .filter(detection -> detection <= nanos)
                    .count();
            return failed / (double) path.initialExponents().size();
        }
    }

    /** Of the firmware without a profile, as it was measured on one card: adaptive steps, then regular timeouts. */
    record OfFirmware(ConnectX6Measured measured) implements TimeoutsInForce {

        @Override
        public boolean adaptive() {
            return measured.adaptive();
        }

        @Override
        public double retransmissions(long nanos) {
            return measured.adaptiveRetransmissions(nanos);
        }

        @Override
        public double regularTimeouts(long nanos) {
            long whole = Math.min(nanos, measured.detectionNanos()) / measured.intervalNanos();
            return (double) whole;
        }

        @Override
        public double failed(long nanos) {
            return nanos >= measured.detectionNanos() ? 1 : 0;
        }
    }
}
