// SPDX-License-Identifier: Apache-2.0
package io.roceguard.diagnosis;

import java.util.List;

/**
 * Adaptive retransmissions that no loss explains: they come in nearly every second while nothing times out and no queue
 * pair dies. So it is when the round trip is longer than the timeouts, and every packet is sent again although its
 * acknowledgement is on its way.
 */
public final class SpuriousRetransmission {

    /** Fewer intervals prove nothing. */
    public static final int LEAST_INTERVALS = 10;

    /** Share of the intervals in which there must be some. */
    private static final double STEADY = 0.8;

    private SpuriousRetransmission() {}

    /**
     * @param intervals one after the other, each of about a second
     */
    public static boolean seenIn(List<Evidence> intervals) {
        if (intervals.size() < LEAST_INTERVALS) {
            return false;
        }
        long with = intervals.stream().filter(one -> one.adaptive() > 0).count();
        boolean nothingTimedOut = intervals.stream().allMatch(one -> one.timeouts() == 0 && one.retryExceeded() == 0);
        return nothingTimedOut && with >= STEADY * intervals.size();
    }
}
