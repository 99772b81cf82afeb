// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A counter set that an administrator has bound to some queue pairs of a port ({@code rdma statistic qp set|bind}).
 *
 * @param id of the set on its device
 * @param port 1-based
 * @param pid the owner that an automatic set is for; null where the set is not by process
 * @param queuePairs local QP numbers, ascending
 * @param values by counter name in the kernel's order; the driver fills those that it counts by queue pair, others are 0
 */
public record QueuePairCounters(
        int id, int port, @Nullable Integer pid, List<Integer> queuePairs, Map<String, Long> values) {

    public QueuePairCounters {
        queuePairs = List.copyOf(queuePairs);
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}
