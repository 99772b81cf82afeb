// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.sim.Scenario.Load;
import java.util.List;

/**
 * How one counter of mlx5 moves.
 *
 * @param name as the kernel spells it
 * @param limit its behaviour at the end of its width
 * @param rate events per second under a load
 * @param outage events of one queue pair of which nothing gets through
 */
record CounterModel(String name, Limit limit, Rate rate, Outage outage) {

    /** Behaviour at the end of the width. */
    enum Limit {
        /** 32 bits in the firmware (queue counters), starts again at 0. */
        WRAPS_32(0xffff_ffffL),
        /** 64 bits. */
        NONE(Long.MAX_VALUE),
        /** PMA error counters stay at their highest value; widths from the InfiniBand PortCounters attribute. */
        SATURATES_4(0xf),
        SATURATES_8(0xff),
        SATURATES_16(0xffff),
        SATURATES_32(0xffff_ffffL);

        private final long highest;

        Limit(long highest) {
            this.highest = highest;
        }

        long apply(long events) {
            return this == WRAPS_32 ? events & highest : Math.min(events, highest);
        }
    }

    /** Mean events per second. */
    @FunctionalInterface
    interface Rate {
        double of(Load load, TimeoutsInForce timeouts, long roundTripNanos);
    }

    /** Mean events by a time into an outage; never falls with the time. */
    @FunctionalInterface
    interface Outage {
        double of(TimeoutsInForce timeouts, long nanos);
    }

    /** Reads and writes of 64 KiB in packets of 4 KiB and 66 bytes of headers, counted in words of 4 bytes. */
    private static final int PACKETS_PER_REQUEST = 16;

    private static final int WORDS_PER_PACKET = (4096 + 66) / 4;

    /** Send and receive requests that are flushed when a queue pair dies. */
    private static final int FLUSHED_SENDS = 30;

    private static final int FLUSHED_RECEIVES = 8;

    private static final Rate NEVER = (load, timeouts, roundTrip) -> 0;
    private static final Outage NOTHING = (timeouts, nanos) -> 0;

    /** {@code hw_counters/}, groups in the order of the kernel's mlx5 driver; then {@code counters/}. */
    static final List<CounterModel> ALL = List.of(
            queue("rx_write_requests", (load, timeouts, roundTrip) -> 0.6 * load.requests()),
            queue("rx_read_requests", (load, timeouts, roundTrip) -> 0.35 * load.requests()),
            queue("rx_atomic_requests", (load, timeouts, roundTrip) -> 0.05 * load.requests()),
            queue("rx_dct_connect", NEVER),
            queue("out_of_buffer", (load, timeouts, roundTrip) -> load.rnrNaks()),
            queue("out_of_sequence", (load, timeouts, roundTrip) -> load.gapLosses()),
            queue("duplicate_request", CounterModel::duplicates),
            queue("rnr_nak_retry_err", (load, timeouts, roundTrip) -> load.rnrNaks()),
            queue("packet_seq_err", (load, timeouts, roundTrip) -> load.gapLosses()),
            queue("implied_nak_seq_err", (load, timeouts, roundTrip) -> 0.02 * load.gapLosses()),
            queue("local_ack_timeout_err", CounterModel::regularTimeouts, TimeoutsInForce::regularTimeouts),
            queue("resp_local_length_error", NEVER),
            queue("resp_cqe_error", NEVER, died(FLUSHED_RECEIVES)),
            queue("req_cqe_error", NEVER, died(1 + FLUSHED_SENDS)),
            queue("req_remote_invalid_request", NEVER),
            queue("req_remote_access_errors", NEVER),
            queue("resp_remote_access_errors", NEVER),
            queue("resp_cqe_flush_error", NEVER, died(FLUSHED_RECEIVES)),
            queue("req_cqe_flush_error", NEVER, died(FLUSHED_SENDS)),
            queue("req_transport_retries_exceeded", NEVER, died(1)),
            queue("req_rnr_retries_exceeded", NEVER),
            queue("roce_adp_retrans", CounterModel::retransmissions, TimeoutsInForce::retransmissions),
            queue("roce_adp_retrans_to", NEVER),
            queue("roce_slow_restart", (load, timeouts, roundTrip) -> 0.5 * load.cnps()),
            queue("roce_slow_restart_cnps", (load, timeouts, roundTrip) -> 0.1 * load.cnps()),
            queue("roce_slow_restart_trans", (load, timeouts, roundTrip) -> 0.5 * load.cnps()),
            wide("rp_cnp_ignored", NEVER),
            wide("rp_cnp_handled", (load, timeouts, roundTrip) -> load.cnps()),
            wide("np_ecn_marked_roce_packets", (load, timeouts, roundTrip) -> 3 * load.cnps()),
            wide("np_cnp_sent", (load, timeouts, roundTrip) -> load.cnps()),
            wide("rx_icrc_encapsulated", NEVER),
            wide("port_xmit_data", (load, timeouts, roundTrip) -> words(load)),
            wide("port_rcv_data", (load, timeouts, roundTrip) -> words(load)),
            wide("port_xmit_packets", (load, timeouts, roundTrip) -> packets(load)),
            wide("port_rcv_packets", (load, timeouts, roundTrip) -> packets(load)),
            wide("unicast_xmit_packets", (load, timeouts, roundTrip) -> packets(load)),
            wide("unicast_rcv_packets", (load, timeouts, roundTrip) -> packets(load)),
            wide("multicast_xmit_packets", NEVER),
            wide("multicast_rcv_packets", NEVER),
            error("symbol_error", Limit.SATURATES_16),
            error("link_error_recovery", Limit.SATURATES_8),
            error(PortCounters.LINK_DOWNED, Limit.SATURATES_8),
            error("port_rcv_errors", Limit.SATURATES_16),
            error("port_rcv_remote_physical_errors", Limit.SATURATES_16),
            error("port_rcv_switch_relay_errors", Limit.SATURATES_16),
            error("port_xmit_discards", Limit.SATURATES_16),
            error("port_xmit_constraint_errors", Limit.SATURATES_8),
            error("port_rcv_constraint_errors", Limit.SATURATES_8),
            error("local_link_integrity_errors", Limit.SATURATES_4),
            error("excessive_buffer_overrun_errors", Limit.SATURATES_4),
            error("VL15_dropped", Limit.SATURATES_16),
            error("port_xmit_wait", Limit.SATURATES_32));

    private static CounterModel queue(String name, Rate rate) {
        return queue(name, rate, NOTHING);
    }

    private static CounterModel queue(String name, Rate rate, Outage outage) {
        return new CounterModel(name, Limit.WRAPS_32, rate, outage);
    }

    private static CounterModel wide(String name, Rate rate) {
        return new CounterModel(name, Limit.NONE, rate, NOTHING);
    }

    /** None of these moves with the load. */
    private static CounterModel error(String name, Limit limit) {
        return new CounterModel(name, limit, NEVER, NOTHING);
    }

    private static Outage died(int each) {
        return (timeouts, nanos) -> each * timeouts.failed(nanos);
    }

    /** A loss at the tail is found by one timer; a timer that is shorter than the round trip finds losses that are none. */
    private static double retransmissions(Load load, TimeoutsInForce timeouts, long roundTrip) {
        double ofLosses = timeouts.adaptive() ? load.tailLosses() : 0;
        return ofLosses + load.requests() * timeouts.retransmissions(roundTrip);
    }

    private static double regularTimeouts(Load load, TimeoutsInForce timeouts, long roundTrip) {
        double ofLosses = timeouts.adaptive() ? 0 : load.tailLosses();
        return ofLosses + load.requests() * timeouts.regularTimeouts(roundTrip);
    }

    /** What the peers send twice: a part of the losses are of acknowledgements. */
    private static double duplicates(Load load, TimeoutsInForce timeouts, long roundTrip) {
        double spurious = timeouts.retransmissions(roundTrip) + timeouts.regularTimeouts(roundTrip);
        return 0.3 * load.tailLosses() + load.requests() * spurious;
    }

    private static double packets(Load load) {
        return PACKETS_PER_REQUEST * load.requests();
    }

    private static double words(Load load) {
        return WORDS_PER_PACKET * packets(load);
    }
}
