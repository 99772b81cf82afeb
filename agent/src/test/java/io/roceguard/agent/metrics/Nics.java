// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.metrics;

import io.roceguard.agent.poll.NicHealth;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.NicSnapshots;
import io.roceguard.agent.poll.PortCounters;
import io.roceguard.agent.poll.QueuePairsState;
import io.roceguard.agent.poll.RegisterState;
import io.roceguard.counter.CounterSample;
import io.roceguard.counter.CounterValue;
import io.roceguard.device.LinkLayer;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.PortInfo;
import io.roceguard.device.QueuePair;
import io.roceguard.register.RegisterImage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Snapshots that a test publishes itself. */
final class Nics implements NicSnapshots {

    /** When every snapshot was taken. */
    static final long POLLED_MILLIS = 1_700_000_000_000L;

    private static final List<QueuePair> QUEUE_PAIRS = List.of(
            new QueuePair(1, 1, "GSI", "RTS", null, null, "ib_core"),
            new QueuePair(2, 1, "RC", "ERR", null, null, "nvme_rdma"),
            new QueuePair(256, 1, "RC", "ERR", 300, 41000, "trainer"),
            new QueuePair(257, 1, "RC", "RTS", 301, 41000, "trainer"));

    private static final QueuePairsState LISTED =
            new QueuePairsState.Known(QUEUE_PAIRS, List.of(), "", "fake", POLLED_MILLIS - 1000, 5_000_000);

    private final Map<String, NicSnapshot> byName = new TreeMap<>();

    @Override
    public List<NicSnapshot> all() {
        return List.copyOf(byName.values());
    }

    @Override
    public Optional<NicSnapshot> of(String nic) {
        return Optional.ofNullable(byName.get(nic));
    }

    void publish(NicSnapshot snapshot) {
        byName.put(snapshot.name(), snapshot);
    }

    void remove(String nic) {
        byName.remove(nic);
    }

    /** An mlx5 NIC with port 1 and these counters. */
    static NicSnapshot nic(String name, Map<String, CounterValue> counters) {
        return nic(name, "mlx5_core", counters);
    }

    static NicSnapshot nic(String name, String driver, Map<String, CounterValue> counters) {
        RegisterState register = new RegisterState.Known(RegisterImage.zero(), POLLED_MILLIS);
        return snapshot(name, driver, register, counters, null, LISTED);
    }

    static NicSnapshot withRegister(String name, RegisterState register) {
        return snapshot(name, "mlx5_core", register, Map.of(), null, LISTED);
    }

    static NicSnapshot withQueuePairs(String name, QueuePairsState queuePairs) {
        return snapshot(name, "mlx5_core", new RegisterState.Unknown(true, "Why."), Map.of(), null, queuePairs);
    }

    static NicSnapshot hidden(String name, String reason) {
        RegisterState register = new RegisterState.Unknown(false, "There is no register.");
        return snapshot(name, "mlx5_core", register, Map.of(), reason, LISTED);
    }

    private static NicSnapshot snapshot(
            String name,
            String driver,
            RegisterState register,
            Map<String, CounterValue> counters,
            String hidden,
            QueuePairsState queuePairs) {
        return new NicSnapshot(
                new NicIdentity(
                        name, "0000:1a:00.0", "0c42:a103:0065:1b2a", driver, "28.46.1006", null, "MT4129", false),
                new NicHealth(true, "ok", POLLED_MILLIS, POLLED_MILLIS, 1_500_000, 7),
                List.of(new PortInfo(1, LinkLayer.ETHERNET, "ACTIVE", "LinkUp", "200 Gb/sec", List.of(), false)),
                register,
                Map.of(
                        1,
                        new PortCounters(new CounterSample(1, 0, counters, hidden), Map.of(), POLLED_MILLIS, "sysfs")),
                queuePairs,
                "fake",
                "fake");
    }

    /** {@code counters("a", 1, "b", "EINVAL")}: a number is a value, a text a reason. */
    static Map<String, CounterValue> counters(Object... namesAndValues) {
        Map<String, CounterValue> counters = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Object value = namesAndValues[i + 1];
            counters.put(
                    (String) namesAndValues[i],
                    value instanceof Number number
                            ? new CounterValue.Present(number.longValue())
                            : new CounterValue.Unavailable((String) value));
        }
        return counters;
    }
}
