// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.counter.CounterSample;
import java.util.Map;

/**
 * The counters of one port after a poll.
 *
 * @param sample the reading
 * @param perSecond rate since the poll before, by counter name; only for counters that count and had a baseline
 * @param takenMillis epoch milliseconds of the reading
 * @param source where it came from, {@code sysfs}, {@code netlink}, {@code simulation}
 */
public record PortCounters(CounterSample sample, Map<String, Double> perSecond, long takenMillis, String source) {

    public PortCounters {
        perSecond = Map.copyOf(perSecond);
    }
}
