// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.control.TimingInUse;

/**
 * Before and after a change, for one kind of queue pair, as open data.
 *
 * @param ackTimeout 0..31
 * @param retryCount 0..7
 * @param queuePairs how many of those looked at have these; 0 where they are given or assumed
 * @param source {@code seen}, {@code given} or {@code assumed}
 * @param before the state now
 * @param after the state that the change leaves
 */
public record ComparisonView(
        int ackTimeout, int retryCount, int queuePairs, String source, OutlookView before, OutlookView after) {

    static ComparisonView of(TimingInUse timing, OutlookView before, OutlookView after) {
        return new ComparisonView(
                timing.timing().ackTimeout(),
                timing.timing().retryCount(),
                timing.queuePairs(),
                timing.source().label(),
                before,
                after);
    }
}
