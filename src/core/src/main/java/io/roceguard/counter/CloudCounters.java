// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

import static io.roceguard.counter.CounterClass.CONGESTION;
import static io.roceguard.counter.CounterClass.ERROR;
import static io.roceguard.counter.CounterClass.LINK;
import static io.roceguard.counter.CounterClass.OUT_OF_ORDER;
import static io.roceguard.counter.CounterClass.RETRANSMISSION;
import static io.roceguard.counter.CounterClass.RETRY_EXCEEDED;
import static io.roceguard.counter.CounterClass.RNR;
import static io.roceguard.counter.CounterClass.RNR_EXCEEDED;
import static io.roceguard.counter.CounterClass.TIMEOUT;
import static io.roceguard.counter.CounterClass.TRAFFIC;

/** hw_counters of the cloud providers' adapters: Amazon's efa and Microsoft's mana. */
final class CloudCounters {

    static final CounterTable EFA = new CounterTable()
            .alike(
                    64,
                    TRAFFIC,
                    "bytes",
                    "Bytes moved in the way the name tells.",
                    "tx_bytes",
                    "rx_bytes",
                    "send_bytes",
                    "recv_bytes",
                    "rdma_read_bytes",
                    "rdma_read_resp_bytes",
                    "rdma_write_bytes",
                    "rdma_write_recv_bytes")
            .alike(64, TRAFFIC, "packets", "Packets moved.", "tx_pkts", "rx_pkts")
            .alike(
                    64,
                    TRAFFIC,
                    "requests",
                    "Work requests of the kind the name tells.",
                    "send_wrs",
                    "recv_wrs",
                    "rdma_read_wrs",
                    "rdma_write_wrs")
            .wraps(64, LINK, "packets", "rx_drops", "Packets received and dropped.")
            .wraps(64, RETRANSMISSION, "packets", "retrans_pkts", "Packets transmitted again.")
            .wraps(64, RETRANSMISSION, "bytes", "retrans_bytes", "Bytes transmitted again.")
            .wraps(64, TIMEOUT, "events", "retrans_timeout_events", "Times a retransmission timer expired.")
            .wraps(
                    64,
                    RETRY_EXCEEDED,
                    "events",
                    "unresponsive_remote_events",
                    "Times a peer was given up because it did not answer.")
            .wraps(
                    64,
                    TIMEOUT,
                    "events",
                    "impaired_remote_conn_events",
                    "Times the connection to a peer was found impaired.")
            .alike(
                    64,
                    ERROR,
                    "events",
                    "Work requests that ended with an error.",
                    "rdma_read_wr_err",
                    "rdma_write_wr_err");

    static final CounterTable MANA = new CounterTable()
            .wraps(64, TIMEOUT, "events", "requester_timeout", "Times a sender's ACK timer expired.")
            .wraps(64, RETRANSMISSION, "packets", "requester_oos_nak", "Sequence error NAKs received.")
            .wraps(64, RETRANSMISSION, "packets", "requester_implicit_nak", "Implied NAKs seen by the requester.")
            .wraps(64, RNR, "packets", "requester_rnr_nak", "RNR NAKs received.")
            .wraps(64, RNR, "packets", "responder_rnr_nak", "RNR NAKs sent.")
            .wraps(64, RETRY_EXCEEDED, "events", "requester_retries_exceeded", "QPs whose transport retries ran out.")
            .wraps(64, RNR_EXCEEDED, "events", "requester_rnr_nak_retries_exceeded", "QPs whose RNR retries ran out.")
            .wraps(64, OUT_OF_ORDER, "packets", "responder_oos", "Packets that reached the responder out of order.")
            .alike(
                    64,
                    OUT_OF_ORDER,
                    "requests",
                    "Duplicate requests received.",
                    "responder_dup_request",
                    "dup_rx_requests")
            .wraps(
                    64,
                    OUT_OF_ORDER,
                    "packets",
                    "requester_readresp_psn_mismatch",
                    "READ responses with an unexpected sequence number.")
            .alike(
                    64,
                    CONGESTION,
                    "events",
                    "Congestion control events of the kind the name tells.",
                    "received_cnps",
                    "rate_inc_events",
                    "num_qps_recovered")
            .gauges("objects", "QPs that are congested now.", "num_qps_congested")
            .gauges("rate", "Current rate of congestion control.", "current_rate")
            .alike(64, TRAFFIC, "bytes", "Bytes moved.", "tx_bytes", "rx_bytes")
            .alike(64, TRAFFIC, "packets", "Packets moved.", "tx_packets", "rx_packets")
            .alike(
                    64,
                    TRAFFIC,
                    "requests",
                    "Requests received.",
                    "rx_send_requests",
                    "rx_write_requests",
                    "rx_read_requests")
            .alike(
                    64,
                    ERROR,
                    "events",
                    "Errors of the kind the name tells.",
                    "nak_inv_req",
                    "nak_access_error",
                    "nak_opp_error",
                    "nak_inv_read",
                    "responder_local_len_error",
                    "requestor_local_prot_error",
                    "responder_rem_access_error",
                    "responder_local_qp_error",
                    "responder_malformed_wqe",
                    "general_hw_error",
                    "total_fatal_error");

    private CloudCounters() {}
}
