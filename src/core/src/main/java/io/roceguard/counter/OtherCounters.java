// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

import static io.roceguard.counter.CounterClass.CONGESTION;
import static io.roceguard.counter.CounterClass.ERROR;
import static io.roceguard.counter.CounterClass.LINK;
import static io.roceguard.counter.CounterClass.OTHER;
import static io.roceguard.counter.CounterClass.OUT_OF_ORDER;
import static io.roceguard.counter.CounterClass.RETRANSMISSION;
import static io.roceguard.counter.CounterClass.RETRY_EXCEEDED;
import static io.roceguard.counter.CounterClass.RNR;
import static io.roceguard.counter.CounterClass.RNR_EXCEEDED;
import static io.roceguard.counter.CounterClass.TIMEOUT;
import static io.roceguard.counter.CounterClass.TRAFFIC;

/** hw_counters of Soft-RoCE (rxe), Intel's irdma and hfi1. */
final class OtherCounters {

    static final CounterTable RXE = new CounterTable()
            .alike(64, TRAFFIC, "packets", "Packets moved.", "sent_pkts", "rcvd_pkts")
            .alike(64, TRAFFIC, "requests", "SEND operations.", "rdma_sends", "rdma_recvs")
            .wraps(64, OUT_OF_ORDER, "requests", "duplicate_request", "Requests received again by this responder.")
            .wraps(64, OUT_OF_ORDER, "requests", "out_of_seq_request", "Requests that came out of sequence.")
            .wraps(64, RNR, "packets", "rcvd_rnr_err", "RNR NAKs received.")
            .wraps(64, RNR, "packets", "send_rnr_err", "RNR NAKs sent.")
            .wraps(64, RETRANSMISSION, "packets", "rcvd_seq_err", "Sequence error NAKs received.")
            .wraps(64, RETRANSMISSION, "events", "completer_retry_err", "Times the requester started to send again.")
            .wraps(64, RETRY_EXCEEDED, "events", "retry_exceeded_err", "QPs whose transport retries ran out.")
            .wraps(64, RNR_EXCEEDED, "events", "retry_rnr_exceeded_err", "QPs whose RNR retries ran out.")
            .wraps(64, ERROR, "packets", "send_err", "Packets that could not be handed to the network device.")
            .wraps(64, LINK, "events", "link_downed", "Times the network device below went down.")
            .wraps(64, OTHER, "events", "ack_deferred", "Times the work on an ACK was left to a task.");

    static final CounterTable IRDMA = new CounterTable()
            .wraps(64, RETRANSMISSION, "segments", "tcpRetransSegs", "TCP segments transmitted again (iWARP).")
            .alike(
                    64,
                    CONGESTION,
                    "packets",
                    "Congestion notifications and marks of the kind the name tells.",
                    "cnpHandled",
                    "cnpIgnored",
                    "cnpSent",
                    "RxECNMrkd")
            .alike(
                    64,
                    LINK,
                    "packets",
                    "Packets lost for the reason the name tells.",
                    "rxVlanErrors",
                    "ip4InDiscards",
                    "ip4InTruncatedPkts",
                    "ip4OutNoRoutes",
                    "ip6InDiscards",
                    "ip6InTruncatedPkts",
                    "ip6OutNoRoutes")
            .alike(
                    64,
                    ERROR,
                    "packets",
                    "TCP packets with the error the name tells.",
                    "tcpInOptErrors",
                    "tcpInProtoErrors")
            .alike(
                    64,
                    TRAFFIC,
                    "bytes",
                    "Bytes moved in the way the name tells.",
                    "ip4InOctets",
                    "ip4OutOctets",
                    "ip4InMcastOctets",
                    "ip4OutMcastOctets",
                    "ip6InOctets",
                    "ip6OutOctets",
                    "ip6InMcastOctets",
                    "ip6OutMcastOctets")
            .alike(
                    64,
                    TRAFFIC,
                    "packets",
                    "Packets moved in the way the name tells.",
                    "ip4InPkts",
                    "ip4OutPkts",
                    "ip4InReasmRqd",
                    "ip4OutSegRqd",
                    "ip4InMcastPkts",
                    "ip4OutMcastPkts",
                    "ip6InPkts",
                    "ip6OutPkts",
                    "ip6InReasmRqd",
                    "ip6OutSegRqd",
                    "ip6InMcastPkts",
                    "ip6OutMcastPkts",
                    "tcpInSegs",
                    "tcpOutSegs",
                    "RxUDP",
                    "TxUDP")
            .alike(
                    64,
                    TRAFFIC,
                    "requests",
                    "RDMA operations of the kind the name tells.",
                    "iwInRdmaReads",
                    "iwInRdmaSends",
                    "iwInRdmaWrites",
                    "iwOutRdmaReads",
                    "iwOutRdmaSends",
                    "iwOutRdmaWrites",
                    "iwRdmaBnd",
                    "iwRdmaInv");

    static final CounterTable HFI1 = new CounterTable()
            .wraps(64, RETRANSMISSION, "packets", "RcResend", "RC packets transmitted again.")
            .wraps(64, TIMEOUT, "events", "RcTimeOut", "Times a sender's ACK timer expired.")
            .wraps(64, RETRANSMISSION, "packets", "RcSeqNak", "Sequence error NAKs received.")
            .wraps(64, OUT_OF_ORDER, "requests", "RcDupRew", "Duplicate requests received.")
            .wraps(64, ERROR, "packets", "OtherNak", "Other NAKs received.");

    private OtherCounters() {}
}
