// SPDX-License-Identifier: Apache-2.0
package io.roceguard.diagnosis;

import io.roceguard.counter.CounterCatalog;
import io.roceguard.counter.CounterClass;
import io.roceguard.counter.CounterDelta;
import io.roceguard.counter.CounterDeltas;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the counters of a NIC did in some time.
 *
 * @param nanos how long that was
 * @param packets sent, as far as a counter tells; 0 where none does
 * @param retransmissions counters of class RETRANSMISSION together
 * @param adaptive {@code roce_adp_retrans} alone
 * @param timeouts counters of class TIMEOUT together
 * @param retryExceeded queue pairs that died of RETRY_EXC
 */
public record Evidence(
        long nanos, long packets, long retransmissions, long adaptive, long timeouts, long retryExceeded) {

    public static final Evidence NONE = new Evidence(0, 0, 0, 0, 0, 0);

    private static final double NANOS_PER_SECOND = 1e9;
    private static final String ADAPTIVE = "roce_adp_retrans";

    /** The first that a port has tells its traffic. */
    private static final List<String> SENT =
            List.of("rdma_tx_packets", "sent_pkts", "tx_pkts", "port_xmit_packets", "unicast_xmit_packets");

    /** What one port did between two readings. */
    public static Evidence of(CounterDeltas deltas, CounterCatalog catalog) {
        Map<String, CounterDelta> byName = deltas.byName();
        long packets = SENT.stream()
                .flatMap(name -> Stream.ofNullable(byName.get(name)))
                .mapToLong(CounterDelta::delta)
                .findFirst()
                .orElse(0);
        return new Evidence(
                Math.max(0, deltas.elapsedNanos()),
                packets,
                sum(byName, catalog, CounterClass.RETRANSMISSION),
                Optional.ofNullable(byName.get(ADAPTIVE))
                        .map(CounterDelta::delta)
                        .orElse(0L),
                sum(byName, catalog, CounterClass.TIMEOUT),
                sum(byName, catalog, CounterClass.RETRY_EXCEEDED));
    }

    private static long sum(Map<String, CounterDelta> byName, CounterCatalog catalog, CounterClass wanted) {
        return byName.entrySet().stream()
                .filter(entry -> catalog.kind(entry.getKey()).counterClass() == wanted)
                .mapToLong(entry -> entry.getValue().delta())
                .sum();
    }

    /** Both, one after the other. */
    public Evidence then(Evidence next) {
        return plus(next, nanos + next.nanos);
    }

    /** Both, of two ports in the same time. */
    public Evidence beside(Evidence other) {
        return plus(other, Math.max(nanos, other.nanos));
    }

    private Evidence plus(Evidence other, long time) {
        return new Evidence(
                time,
                packets + other.packets,
                retransmissions + other.retransmissions,
                adaptive + other.adaptive,
                timeouts + other.timeouts,
                retryExceeded + other.retryExceeded);
    }

    public double seconds() {
        return nanos / NANOS_PER_SECOND;
    }
}
