// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

import static io.roceguard.counter.CounterClass.CONGESTION;
import static io.roceguard.counter.CounterClass.LINK;
import static io.roceguard.counter.CounterClass.TRAFFIC;

/**
 * Names that do not depend on the driver: the PMA counters of {@code ports/N/counters} with the widths of
 * PortCounters(Extended) in the InfiniBand specification, and the settings beside them.
 */
final class CommonCounters {

    static final CounterTable TABLE = new CounterTable()
            .setting("ms", "lifespan", "How long the kernel answers hw_counters from its last reading of the device.")
            .wraps(64, TRAFFIC, "4-byte words", "port_xmit_data", "Data sent by the port on all VLs, in 4-byte words.")
            .wraps(64, TRAFFIC, "4-byte words", "port_rcv_data", "Data received on all VLs, in 4-byte words.")
            .wraps(64, TRAFFIC, "packets", "port_xmit_packets", "Packets sent by the port on all VLs.")
            .wraps(64, TRAFFIC, "packets", "port_rcv_packets", "Packets received by the port on all VLs.")
            .wraps(64, TRAFFIC, "packets", "unicast_xmit_packets", "Unicast packets sent by the port.")
            .wraps(64, TRAFFIC, "packets", "unicast_rcv_packets", "Unicast packets received by the port.")
            .wraps(64, TRAFFIC, "packets", "multicast_xmit_packets", "Multicast packets sent by the port.")
            .wraps(64, TRAFFIC, "packets", "multicast_rcv_packets", "Multicast packets received by the port.")
            .saturates(16, LINK, "errors", "symbol_error", "Minor errors seen on the physical lanes.")
            .saturates(8, LINK, "events", "link_error_recovery", "Times the link recovered from an error by itself.")
            .saturates(8, LINK, "events", "link_downed", "Times the link failed to recover and went down.")
            .saturates(16, LINK, "packets", "port_rcv_errors", "Packets received with an error.")
            .saturates(
                    16,
                    LINK,
                    "packets",
                    "port_rcv_remote_physical_errors",
                    "Packets received that an earlier hop had marked as bad.")
            .saturates(
                    16,
                    LINK,
                    "packets",
                    "port_rcv_switch_relay_errors",
                    "Packets received that could not be forwarded.")
            .saturates(
                    16,
                    LINK,
                    "packets",
                    "port_xmit_discards",
                    "Packets to send that were dropped: port down or congested.")
            .saturates(
                    8,
                    LINK,
                    "packets",
                    "port_xmit_constraint_errors",
                    "Packets not sent because of a partition or raw filter.")
            .saturates(
                    8,
                    LINK,
                    "packets",
                    "port_rcv_constraint_errors",
                    "Packets received and dropped because of a partition or raw filter.")
            .saturates(
                    4,
                    LINK,
                    "events",
                    "local_link_integrity_errors",
                    "Times local physical errors exceeded their threshold.")
            .saturates(
                    4,
                    LINK,
                    "events",
                    "excessive_buffer_overrun_errors",
                    "Times flow control failed to stop the sender in time.")
            .saturates(16, LINK, "packets", "VL15_dropped", "Management packets dropped because their buffer was full.")
            .saturates(32, CONGESTION, "ticks", "port_xmit_wait", "Ticks with data to send and no credit to send it.");

    private CommonCounters() {}
}
