// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import org.jspecify.annotations.Nullable;

/** What the {@link ProfileAdvisor} says. */
public sealed interface Advice {

    /** How many profiles were looked at. */
    int considered();

    /**
     * What is asked for.
     *
     * @param surviveNanos outages up to this length must be survived by every queue pair
     * @param detectWithinNanos a dead path must be reported by then
     * @param roundTripNanos between the queue pairs; every timeout is longer than twice that
     * @param timing of the queue pairs: ack_timeout caps every timeout
     * @param limits of the device
     */
    record Goal(
            long surviveNanos, long detectWithinNanos, long roundTripNanos, QpTiming timing, ProfileLimits limits) {}

    /**
     * A profile that reaches the goal.
     *
     * @param worstRecoveryNanos the longest that a queue pair waits after an outage that is surely survived
     * @param retransmissions most of a queue pair on a dead path
     * @param cost what it is judged by: the worst recovery as a part of the outage that must be survived, and 1 for each
     *     100 retransmissions; less is better
     */
    record Proposal(AdpProfile profile, DeadPath path, long worstRecoveryNanos, long retransmissions, double cost) {}

    /**
     * The goal can be reached.
     *
     * @param runnerUp the cheapest with at most half the retransmissions, or half the recovery, of the best; null where
     *     there is none
     */
    record Found(int considered, Proposal best, @Nullable Proposal runnerUp) implements Advice {}

    /**
     * No profile that was looked at reaches it.
     *
     * @param longestSurvivedNanos surely survived by a profile that reports in time; 0 where none does
     * @param soonestDetectionNanos when the soonest reports that survives the outage; {@link Long#MAX_VALUE} where none does
     */
    record Nothing(int considered, long longestSurvivedNanos, long soonestDetectionNanos) implements Advice {}
}
