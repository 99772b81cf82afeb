// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.metrics;

import io.roceguard.agent.poll.NicHealth;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.PortCounters;
import io.roceguard.agent.poll.QueuePairsState;
import io.roceguard.agent.poll.RegisterState;
import io.roceguard.counter.CounterCatalog;
import io.roceguard.counter.CounterKind;
import io.roceguard.counter.CounterKind.Behaviour;
import io.roceguard.counter.CounterValue;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.PortInfo;
import io.roceguard.register.AdpMode;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RoceAccl;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Every line that one snapshot of a NIC gives. What is not known gives no line. */
final class NicSeries {

    /** Counters that count an amount; beside occurrences they would drown them in a sum. */
    private static final Set<String> UNITS_OF_AMOUNTS = Set.of("bytes", "4-byte words", "ticks");

    /** Bytes in a step of {@code port_xmit_data} and {@code port_rcv_data} (InfiniBand PMA). */
    private static final int BYTES_PER_WORD = 4;

    private static final String QUARANTINED = "quarantined";
    private static final Pattern WORD = Pattern.compile("[a-z_0-9A-Z]{1,40}");

    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final NicSnapshot nic;
    private final CounterCatalog catalog;
    private final Map<Series, Double> series = new LinkedHashMap<>();

    private NicSeries(NicSnapshot nic) {
        this.nic = nic;
        this.catalog = CounterCatalog.of(nic.identity().driver());
    }

    /** @param nowMillis epoch milliseconds, for the age of the snapshot */
    static Map<Series, Double> of(NicSnapshot nic, long nowMillis) {
        NicSeries all = new NicSeries(nic);
        all.addIdentity(nic.identity());
        all.addHealth(nic.health(), nowMillis);
        all.addRegister(nic.register());
        nic.ports().forEach(all::addPort);
        nic.counters().forEach(all::addCounters);
        all.addQueuePairs(nic.queuePairs(), nowMillis);
        return all.series;
    }

    private void addIdentity(NicIdentity identity) {
        add(
                Family.NIC_INFO,
                1,
                nic.name(),
                orEmpty(identity.pciAddress()),
                orEmpty(identity.nodeGuid()),
                orEmpty(identity.driver()),
                orEmpty(identity.firmware()),
                orEmpty(identity.boardId()),
                orEmpty(identity.hcaType()));
    }

    private void addHealth(NicHealth health, long nowMillis) {
        add(Family.NIC_UP, health.ok() ? 1 : 0, nic.name());
        add(Family.POLLS_TOTAL, (double) health.polls(), nic.name());
        if (health.polledMillis() > 0) {
            double age = Math.max(0, nowMillis - health.polledMillis()) / MILLIS_PER_SECOND;
            add(Family.POLL_AGE_SECONDS, age, nic.name());
            add(Family.POLL_DURATION_SECONDS, health.pollNanos() / NANOS_PER_SECOND, nic.name());
        }
    }

    private void addRegister(RegisterState register) {
        AdpMode current = register.mode();
        for (AdpMode mode : AdpMode.values()) {
            add(Family.ADP_MODE, mode == current ? 1 : 0, nic.name(), mode.label());
        }
        if (register instanceof RegisterState.Known known) {
            add(Family.ADP_PROFILE_ID, known.image().get("adp_retx_profile_id"), nic.name());
            for (RegisterField field : RoceAccl.FIELDS) {
                add(Family.REGISTER_FIELD, known.image().get(field), nic.name(), field.name());
            }
        }
    }

    private void addQueuePairs(QueuePairsState queuePairs, long nowMillis) {
        if (queuePairs instanceof QueuePairsState.Known known) {
            known.all()
                    .forEach(
                            pair -> series.merge(line(Family.QUEUE_PAIRS, nic.name(), pair.state()), 1.0, Double::sum));
            add(Family.QUEUE_PAIRS_IN_ERROR, known.inError().size(), nic.name());
            double age = Math.max(0, nowMillis - known.takenMillis()) / MILLIS_PER_SECOND;
            add(Family.QUEUE_PAIRS_AGE_SECONDS, age, nic.name());
        }
    }

    private void addPort(PortInfo port) {
        if (port.state() != null) {
            add(Family.PORT_UP, port.state().equals("ACTIVE") ? 1 : 0, nic.name(), String.valueOf(port.number()));
        }
    }

    private void addCounters(int number, PortCounters counters) {
        String port = String.valueOf(number);
        String hidden = counters.sample().hidden();
        if (hidden != null) {
            add(Family.COUNTERS_HIDDEN, 1, nic.name(), port, hiddenReason(hidden));
        }
        counters.sample().values().forEach((name, value) -> {
            if (value instanceof CounterValue.Present present) {
                addCounter(port, catalog.kind(name), (double) present.value());
            } else if (value instanceof CounterValue.Unavailable unavailable) {
                Series line = line(Family.COUNTERS_UNAVAILABLE, nic.name(), port, unavailable.reason());
                series.merge(line, 1.0, Double::sum);
            }
        });
    }

    /** A word that stays the same: a whole sentence as a label would make a new series with each wording. */
    private static String hiddenReason(String hidden) {
        if (hidden.startsWith(QUARANTINED)) {
            return QUARANTINED;
        }
        return WORD.matcher(hidden).matches() ? hidden : "unreadable";
    }

    private void addCounter(String port, CounterKind kind, double value) {
        if (kind.counts()) {
            add(Family.RDMA_HW_COUNTERS_TOTAL, value, nic.name(), port, kind.name());
            if (!UNITS_OF_AMOUNTS.contains(kind.unit())) {
                Family.of(kind.counterClass()).ifPresent(family -> add(family, value, nic.name(), port, kind.name()));
            }
            addTraffic(port, kind.name(), value);
        } else if (kind.behaviour() == Behaviour.GAUGE) {
            add(Family.RDMA_HW_GAUGES, value, nic.name(), port, kind.name());
        } else if (kind.name().equals("lifespan")) {
            add(Family.COUNTERS_LIFESPAN_SECONDS, value / MILLIS_PER_SECOND, nic.name(), port);
        }
    }

    private void addTraffic(String port, String counter, double value) {
        switch (counter) {
            case "port_rcv_data" -> add(Family.PORT_RECEIVED_BYTES_TOTAL, BYTES_PER_WORD * value, nic.name(), port);
            case "port_xmit_data" -> add(Family.PORT_TRANSMITTED_BYTES_TOTAL, BYTES_PER_WORD * value, nic.name(), port);
            case "port_rcv_packets" -> add(Family.PORT_RECEIVED_PACKETS_TOTAL, value, nic.name(), port);
            case "port_xmit_packets" -> add(Family.PORT_TRANSMITTED_PACKETS_TOTAL, value, nic.name(), port);
            default -> {}
        }
    }

    private void add(Family family, double value, String... labelValues) {
        series.put(line(family, labelValues), value);
    }

    private static Series line(Family family, String... labelValues) {
        return new Series(family, List.of(labelValues));
    }

    private static String orEmpty(@Nullable String value) {
        return value == null ? "" : value;
    }
}
