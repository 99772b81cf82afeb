// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

import static io.roceguard.counter.CounterClass.CONGESTION;
import static io.roceguard.counter.CounterClass.ERROR;
import static io.roceguard.counter.CounterClass.OUT_OF_ORDER;
import static io.roceguard.counter.CounterClass.RETRANSMISSION;
import static io.roceguard.counter.CounterClass.RETRY_EXCEEDED;
import static io.roceguard.counter.CounterClass.RNR;
import static io.roceguard.counter.CounterClass.RNR_EXCEEDED;
import static io.roceguard.counter.CounterClass.SLOW_RESTART;
import static io.roceguard.counter.CounterClass.TIMEOUT;
import static io.roceguard.counter.CounterClass.TRAFFIC;

/**
 * hw_counters of mlx5 (drivers/infiniband/hw/mlx5/counters.c). Q counters are 32 bits in firmware; congestion, ICRC and
 * the optional flow counters have 64.
 */
final class Mlx5Counters {

    static final CounterTable TABLE = new CounterTable()
            .wraps(32, TRAFFIC, "requests", "rx_write_requests", "RDMA WRITE requests received.")
            .wraps(32, TRAFFIC, "requests", "rx_read_requests", "RDMA READ requests received.")
            .wraps(32, TRAFFIC, "requests", "rx_atomic_requests", "Atomic requests received.")
            .wraps(32, TRAFFIC, "requests", "rx_dct_connect", "Connect requests received by DC targets.")
            .wraps(32, RNR, "packets", "out_of_buffer", "Packets dropped because the receive queue had no buffer.")
            .wraps(32, OUT_OF_ORDER, "packets", "out_of_sequence", "Packets that reached this responder out of order.")
            .wraps(
                    32,
                    OUT_OF_ORDER,
                    "requests",
                    "duplicate_request",
                    "Requests received again that this responder had already executed.")
            .wraps(
                    32,
                    RNR,
                    "packets",
                    "rnr_nak_retry_err",
                    "RNR NAKs received; the retry limit of the QP was not exceeded.")
            .wraps(
                    32,
                    RETRANSMISSION,
                    "packets",
                    "packet_seq_err",
                    "Sequence error NAKs received; the QP transmits again from there.")
            .wraps(
                    32,
                    RETRANSMISSION,
                    "packets",
                    "implied_nak_seq_err",
                    "ACKs received that skip an expected READ or atomic response.")
            .wraps(
                    32,
                    TIMEOUT,
                    "events",
                    "local_ack_timeout_err",
                    "Times a sender's ACK timer expired; retries were still left.")
            .wraps(32, ERROR, "events", "resp_local_length_error", "Local length errors found as responder.")
            .wraps(
                    32,
                    ERROR,
                    "completions",
                    "resp_cqe_error",
                    "Completions with an error as responder, flushes included.")
            .wraps(
                    32,
                    ERROR,
                    "completions",
                    "req_cqe_error",
                    "Completions with an error as requester, flushes included.")
            .wraps(
                    32,
                    ERROR,
                    "events",
                    "req_remote_invalid_request",
                    "Requests of this side that the peer called invalid.")
            .wraps(
                    32,
                    ERROR,
                    "events",
                    "req_remote_access_errors",
                    "Requests of this side that the peer denied access.")
            .wraps(32, ERROR, "events", "resp_remote_access_errors", "Requests of a peer that this side denied access.")
            .wraps(32, ERROR, "completions", "resp_cqe_flush_error", "Completions flushed as responder.")
            .wraps(32, ERROR, "completions", "req_cqe_flush_error", "Completions flushed as requester.")
            .wraps(
                    32,
                    RETRY_EXCEEDED,
                    "events",
                    "req_transport_retries_exceeded",
                    "QPs that died because their transport retries ran out.")
            .wraps(
                    32,
                    RNR_EXCEEDED,
                    "events",
                    "req_rnr_retries_exceeded",
                    "QPs that died because their RNR retries ran out.")
            .wraps(32, RETRANSMISSION, "events", "roce_adp_retrans", "Adaptive retransmissions of RoCE traffic.")
            .wraps(
                    32,
                    TIMEOUT,
                    "events",
                    "roce_adp_retrans_to",
                    "Times RoCE traffic reached its timeout because of adaptive retransmission.")
            .wraps(32, SLOW_RESTART, "events", "roce_slow_restart", "Times slow restart was used.")
            .wraps(32, SLOW_RESTART, "packets", "roce_slow_restart_cnps", "CNPs that slow restart generated.")
            .wraps(
                    32,
                    SLOW_RESTART,
                    "events",
                    "roce_slow_restart_trans",
                    "Times a QP changed its state to slow restart.")
            .wraps(64, CONGESTION, "packets", "rp_cnp_ignored", "CNPs received and ignored by the reaction point.")
            .wraps(64, CONGESTION, "packets", "rp_cnp_handled", "CNPs received that made the reaction point slow down.")
            .wraps(
                    64,
                    CONGESTION,
                    "packets",
                    "np_ecn_marked_roce_packets",
                    "RoCE packets received with the mark that a switch was congested.")
            .wraps(64, CONGESTION, "packets", "np_cnp_sent", "CNPs sent by the notification point.")
            .wraps(64, ERROR, "packets", "rx_icrc_encapsulated", "RoCE packets received with a bad ICRC.")
            .wraps(
                    64,
                    CONGESTION,
                    "packets",
                    "cc_rx_ce_pkts",
                    "Packets received with congestion experienced (optional).")
            .wraps(64, CONGESTION, "packets", "cc_rx_cnp_pkts", "CNPs received (optional counter).")
            .wraps(64, CONGESTION, "packets", "cc_tx_cnp_pkts", "CNPs sent (optional counter).")
            .wraps(64, TRAFFIC, "packets", "rdma_tx_packets", "RDMA packets sent (optional counter).")
            .wraps(64, TRAFFIC, "bytes", "rdma_tx_bytes", "RDMA bytes sent (optional counter).")
            .wraps(64, TRAFFIC, "packets", "rdma_rx_packets", "RDMA packets received (optional counter).")
            .wraps(64, TRAFFIC, "bytes", "rdma_rx_bytes", "RDMA bytes received (optional counter).");

    private Mlx5Counters() {}
}
