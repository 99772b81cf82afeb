// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

import static io.roceguard.counter.CounterClass.ERROR;
import static io.roceguard.counter.CounterClass.OUT_OF_ORDER;
import static io.roceguard.counter.CounterClass.RETRANSMISSION;
import static io.roceguard.counter.CounterClass.RETRY_EXCEEDED;
import static io.roceguard.counter.CounterClass.RNR;
import static io.roceguard.counter.CounterClass.RNR_EXCEEDED;
import static io.roceguard.counter.CounterClass.TIMEOUT;

/** Diagnostic hw_counters of mlx4 (Documentation/ABI/stable/sysfs-class-infiniband); 32 bits in firmware. */
final class Mlx4Counters {

    static final CounterTable TABLE = new CounterTable()
            .wraps(32, TIMEOUT, "events", "sq_num_to", "Times a sender's ACK timer expired.")
            .wraps(32, RETRY_EXCEEDED, "events", "sq_num_tree", "QPs whose transport retries ran out.")
            .wraps(32, RNR_EXCEEDED, "events", "sq_num_rree", "QPs whose RNR retries ran out.")
            .wraps(32, RNR, "packets", "sq_num_rnr", "RNR NAKs received.")
            .wraps(32, RNR, "packets", "rq_num_rnr", "RNR NAKs sent.")
            .wraps(32, RETRANSMISSION, "packets", "sq_num_oos", "Out of sequence NAKs received.")
            .wraps(32, OUT_OF_ORDER, "packets", "rq_num_oos", "Out of sequence requests received.")
            .wraps(32, OUT_OF_ORDER, "requests", "rq_num_dup", "Duplicate requests received.")
            .alike(
                    32,
                    ERROR,
                    "events",
                    "Errors of requests sent, of the kind the name tells.",
                    "sq_num_bre",
                    "sq_num_lle",
                    "sq_num_lpe",
                    "sq_num_lqpoe",
                    "sq_num_mwbe",
                    "sq_num_rae",
                    "sq_num_rire",
                    "sq_num_roe",
                    "sq_num_rsync",
                    "sq_num_wrfe")
            .alike(
                    32,
                    ERROR,
                    "events",
                    "Errors of requests received, of the kind the name tells.",
                    "rq_num_lle",
                    "rq_num_lpe",
                    "rq_num_lqpoe",
                    "rq_num_mce",
                    "rq_num_rae",
                    "rq_num_rire",
                    "rq_num_rsync",
                    "rq_num_ucsdprd",
                    "rq_num_udsdprd",
                    "rq_num_wrfe")
            .wraps(32, ERROR, "events", "num_cqovf", "Completion queue overflows.");

    private Mlx4Counters() {}
}
