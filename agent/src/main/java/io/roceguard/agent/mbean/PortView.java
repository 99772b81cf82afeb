// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.poll.PortCounters;
import io.roceguard.counter.CounterValue;
import io.roceguard.device.PortInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One port as open data; what the host does not tell is null.
 *
 * @param number 1-based
 * @param linkLayer {@code ETHERNET}, {@code INFINIBAND}, {@code UNKNOWN}
 * @param state {@code ACTIVE}, {@code DOWN}, ...
 * @param physicalState {@code LinkUp}, ...
 * @param rate as the kernel prints it; per rail on a bonded device
 * @param netdevs network interfaces
 * @param bonded true for a RoCE LAG, whose rails the host does not show
 * @param counterSource where the counters of this port come from
 * @param counters how many counters could be read
 * @param unavailable how many could not
 * @param hidden why the port shows no counters at all, null when it does
 */
public record PortView(
        int number,
        String linkLayer,
        @Nullable String state,
        @Nullable String physicalState,
        @Nullable String rate,
        List<String> netdevs,
        boolean bonded,
        String counterSource,
        int counters,
        int unavailable,
        @Nullable String hidden) {

    static PortView of(PortInfo port, @Nullable PortCounters counters) {
        int all = counters == null ? 0 : counters.sample().values().size();
        int read = counters == null
                ? 0
                : (int) counters.sample().values().values().stream()
                        .filter(CounterValue.Present.class::isInstance)
                        .count();
        return new PortView(
                port.number(),
                port.linkLayer().name(),
                port.state(),
                port.physicalState(),
                port.rate(),
                port.netdevs(),
                port.bonded(),
                counters == null ? "" : counters.source(),
                read,
                all - read,
                counters == null ? "not read yet" : counters.sample().hidden());
    }
}
