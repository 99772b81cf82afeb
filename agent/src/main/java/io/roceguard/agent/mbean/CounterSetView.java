// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.device.QueuePairCounters;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A counter set that is bound to some queue pairs, as open data.
 *
 * @param id on its device
 * @param port 1-based
 * @param pid the process that an automatic set is for; null where the set is not by process
 * @param queuePairs local QP numbers
 * @param values by counter name; the driver fills those that it counts by queue pair, others are 0
 */
public record CounterSetView(
        int id, int port, @Nullable Integer pid, List<Integer> queuePairs, Map<String, Long> values) {

    static CounterSetView of(QueuePairCounters set) {
        return new CounterSetView(set.id(), set.port(), set.pid(), set.queuePairs(), set.values());
    }
}
