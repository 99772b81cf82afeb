// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

import static io.roceguard.counter.CounterClass.CONGESTION;
import static io.roceguard.counter.CounterClass.ERROR;
import static io.roceguard.counter.CounterClass.LINK;
import static io.roceguard.counter.CounterClass.OUT_OF_ORDER;
import static io.roceguard.counter.CounterClass.RETRANSMISSION;
import static io.roceguard.counter.CounterClass.RETRY_EXCEEDED;
import static io.roceguard.counter.CounterClass.RNR;
import static io.roceguard.counter.CounterClass.TIMEOUT;
import static io.roceguard.counter.CounterClass.TRAFFIC;

/**
 * hw_counters of Broadcom's bnxt_re (drivers/infiniband/hw/bnxt_re/hw_counters.c); kernels differ in their CNP names,
 * so both spellings are here.
 */
final class BnxtCounters {

    static final CounterTable TABLE = new CounterTable()
            .gauges(
                    "objects",
                    "Objects of the kind the name tells that exist now.",
                    "active_pds",
                    "active_ahs",
                    "active_qps",
                    "active_rc_qps",
                    "active_ud_qps",
                    "active_srqs",
                    "active_cqs",
                    "active_mrs",
                    "active_mws")
            .alike(64, TRAFFIC, "packets", "RoCE packets moved.", "rx_pkts", "tx_pkts", "rx_roce_good_pkts")
            .alike(64, TRAFFIC, "bytes", "RoCE bytes moved.", "rx_bytes", "tx_bytes", "rx_roce_good_bytes")
            .alike(
                    64,
                    TRAFFIC,
                    "requests",
                    "Requests or responses of the kind the name tells.",
                    "tx_atomic_req",
                    "tx_read_req",
                    "tx_read_resp",
                    "tx_write_req",
                    "tx_send_req",
                    "rx_atomic_req",
                    "rx_read_req",
                    "rx_read_resp",
                    "rx_write_req",
                    "rx_send_req")
            .wraps(64, TIMEOUT, "events", "to_retransmits", "Retransmissions because an ACK timer expired.")
            .wraps(64, RETRANSMISSION, "packets", "seq_err_naks_rcvd", "Sequence error NAKs received.")
            .wraps(64, RETRY_EXCEEDED, "events", "max_retry_exceeded", "QPs whose transport retries ran out.")
            .wraps(64, RNR, "packets", "rnr_naks_rcvd", "RNR NAKs received.")
            .wraps(64, RNR, "packets", "rx_out_of_buffer", "Packets dropped because there was no receive buffer.")
            .wraps(64, OUT_OF_ORDER, "requests", "dup_req", "Duplicate requests received.")
            .wraps(64, OUT_OF_ORDER, "packets", "oos_drop_count", "Packets dropped because they came out of sequence.")
            .wraps(64, LINK, "packets", "rx_roce_discards", "RoCE packets received and discarded.")
            .wraps(64, LINK, "packets", "rx_roce_errors", "RoCE packets received with an error.")
            .alike(
                    64,
                    CONGESTION,
                    "packets",
                    "Congestion notifications and marks of the kind the name tells.",
                    "rx_cnp_pkts",
                    "tx_cnp_pkts",
                    "rx_ecn_marked_pkts",
                    "rp_cnp_handled",
                    "np_cnp_sent",
                    "np_ecn_marked_roce_packets")
            .alike(
                    64,
                    ERROR,
                    "events",
                    "Errors of the kind the name tells.",
                    "recoverable_errors",
                    "missing_resp",
                    "unrecoverable_err",
                    "bad_resp_err",
                    "local_qp_op_err",
                    "local_protection_err",
                    "mem_mgmt_op_err",
                    "remote_invalid_req_err",
                    "remote_access_err",
                    "remote_op_err",
                    "res_exceed_max",
                    "res_length_mismatch",
                    "res_exceeds_wqe",
                    "res_opcode_err",
                    "res_rx_invalid_rkey",
                    "res_rx_domain_err",
                    "res_rx_no_perm",
                    "res_rx_range_err",
                    "res_tx_invalid_rkey",
                    "res_tx_domain_err",
                    "res_tx_no_perm",
                    "res_tx_range_err",
                    "res_irrq_oflow",
                    "res_unsup_opcode",
                    "res_unaligned_atomic",
                    "res_rem_inv_err",
                    "res_mem_err",
                    "res_srq_err",
                    "res_cmp_err",
                    "res_invalid_dup_rkey",
                    "res_wqe_format_err",
                    "res_cq_load_err",
                    "res_srq_load_err",
                    "res_tx_pci_err",
                    "res_rx_pci_err");

    private BnxtCounters() {}
}
