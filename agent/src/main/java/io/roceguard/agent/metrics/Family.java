// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.metrics;

import io.roceguard.counter.CounterClass;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is exported, one constant a metric family. The exported name is the constant's own name, in lower
 * case, behind {@code roceguard_} (behind nothing where it starts with {@code rdma_}). The same list, in words, is
 * src/docs/metrics.md.
 */
enum Family {
    RDMA_HW_COUNTERS_TOTAL("One counter of the kernel under its own name, as it stands.", "device", "port", "counter"),
    RDMA_HW_GAUGES("One value of the kernel that goes up and down, under its own name.", "device", "port", "counter"),

    RETRANSMISSIONS_TOTAL(CounterClass.RETRANSMISSION, "Transmissions repeated by the sender, whatever made it do so."),
    ACK_TIMEOUTS_TOTAL(CounterClass.TIMEOUT, "Acknowledgement timers that expired while retries were left."),
    RETRY_EXCEEDED_TOTAL(CounterClass.RETRY_EXCEEDED, "Queue pairs that died because transport retries ran out."),
    RNR_NAKS_TOTAL(CounterClass.RNR, "Receiver-not-ready conditions below the retry limit."),
    RNR_EXCEEDED_TOTAL(CounterClass.RNR_EXCEEDED, "Queue pairs that died because receiver-not-ready retries ran out."),
    SLOW_RESTARTS_TOTAL(CounterClass.SLOW_RESTART, "Slow restarts after loss, congestion or idleness."),
    CONGESTION_EVENTS_TOTAL(CounterClass.CONGESTION, "Congestion notifications and marks."),
    OUT_OF_ORDER_TOTAL(CounterClass.OUT_OF_ORDER, "Packets that the responder saw out of order or twice."),
    TRANSPORT_ERRORS_TOTAL(CounterClass.ERROR, "Completions with an error and other transport errors."),
    LINK_ERRORS_TOTAL(CounterClass.LINK, "Errors, flaps and discards of the link itself."),

    PORT_RECEIVED_BYTES_TOTAL("Bytes received by the port, four times port_rcv_data.", "device", "port"),
    PORT_TRANSMITTED_BYTES_TOTAL("Bytes sent by the port, four times port_xmit_data.", "device", "port"),
    PORT_RECEIVED_PACKETS_TOTAL("Packets received by the port.", "device", "port"),
    PORT_TRANSMITTED_PACKETS_TOTAL("Packets sent by the port.", "device", "port"),
    PORT_UP("1 while the logical state of the port is ACTIVE, else 0.", "device", "port"),

    COUNTERS_UNAVAILABLE("Counters of the port that could not be read, by reason.", "device", "port", "reason"),
    COUNTERS_HIDDEN("1 while the port shows no counters at all, with the reason.", "device", "port", "reason"),
    COUNTERS_LIFESPAN_SECONDS("How long the kernel answers with the same hw_counters reading.", "device", "port"),

    NIC_INFO(
            "Who the NIC is; what the host does not tell is an empty label.",
            "device",
            "pci_address",
            "node_guid",
            "driver",
            "firmware",
            "board_id",
            "hca_type"),
    NIC_UP("1 while the NIC answers, 0 while it is stuck or could not be read.", "device"),
    ADP_MODE("1 for the mode of adaptive retransmission that holds, 0 for the others.", "device", "mode"),
    ADP_PROFILE_ID("Profile of adaptive retransmission in force, 0 for the firmware's own.", "device"),
    REGISTER_FIELD("One field of ROCE_ACCL under its mlxreg name, as last read.", "device", "field"),
    QUEUE_PAIRS("Queue pairs by state, those of the kernel among them, as last listed.", "device", "state"),
    QUEUE_PAIRS_IN_ERROR("Queue pairs of applications in state ERR, as last listed.", "device"),
    QUEUE_PAIRS_AGE_SECONDS("Time since the queue pairs of the NIC were last listed.", "device"),
    POLL_AGE_SECONDS("Time since the last finished poll of the NIC.", "device"),
    POLL_DURATION_SECONDS("How long the last poll of the NIC took.", "device"),
    POLLS_TOTAL("Finished polls since the NIC was found.", "device"),
    BUILD_INFO("Version of this daemon.", "version");

    private final @Nullable CounterClass counterClass;
    private final String help;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> labels;

    Family(String help, String... labels) {
        this.counterClass = null;
        this.help = help;
        this.labels = List.of(labels);
    }

    Family(CounterClass counterClass, String help) {
        this.counterClass = counterClass;
        this.help = help;
        this.labels = List.of("device", "port", "counter");
    }

    /** The family that gathers the counters of that class; traffic and unknown counters have none. */
    static Optional<Family> of(CounterClass counterClass) {
        return Arrays.stream(values())
                .filter(family -> family.counterClass == counterClass)
                .findFirst();
    }

    /** As Prometheus sees it, {@code roceguard_nic_info}. */
    String exportedName() {
        String name = name().toLowerCase(Locale.ROOT);
        return name.startsWith("rdma_") ? name : "roceguard_" + name;
    }

    /** As Micrometer wants it, {@code roceguard.nic.info}; it adds the {@code _total} of a counter by itself. */
    String meterName() {
        String name = exportedName();
        return (counts() ? name.substring(0, name.length() - "_total".length()) : name).replace('_', '.');
    }

    /** True for a counter, false for a gauge. */
    boolean counts() {
        return name().endsWith("_TOTAL");
    }

    /** {@code counter} or {@code gauge}. */
    String type() {
        return counts() ? "counter" : "gauge";
    }

    /** One full sentence. */
    String help() {
        return help;
    }

    /** Label names, in the order of {@link Series#labelValues()}. */
    List<String> labels() {
        return labels;
    }
}
