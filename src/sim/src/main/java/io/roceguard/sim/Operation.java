// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import java.util.EnumSet;
import java.util.Set;

/** What can be asked of a simulated NIC, and so what a fault can strike. */
public enum Operation {
    GET_REGISTER("GET ROCE_ACCL"),
    SET_REGISTER("SET ROCE_ACCL"),
    CONFIRM_IDENTITY("Making sure of the device"),
    READ_PORTS("Reading the ports"),
    READ_COUNTERS("Reading the counters"),
    LIST_QUEUE_PAIRS("Listing the queue pairs"),
    QUERY_QUEUE_PAIR("QUERY_QP");

    static final Set<Operation> ALL = Set.copyOf(EnumSet.allOf(Operation.class));
    static final Set<Operation> REGISTER = Set.of(GET_REGISTER, SET_REGISTER);

    private final String text;

    Operation(String text) {
        this.text = text;
    }

    /** For the start of an error message. */
    String text() {
        return text;
    }
}
