// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab.guest;

import io.roceguard.bridge.sysfs.SysfsInventory;
import io.roceguard.counter.CounterSample;
import io.roceguard.counter.CounterValue;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicInventory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.jr.ob.JSON;

/**
 * Prints what an inventory sees of this host, as a JSON list with an object for each device. A program of its own, because
 * a JVM cannot change its namespaces.
 */
final class Watcher {

    /** Sysfs alone. */
    static final String SYSFS = "sysfs";

    static final String UNDER_TEST = "under-test";

    private Watcher() {}

    public static void main(String[] arguments) throws Exception {
        // The first look of a JVM in an emulated machine loads classes for seconds, and may miss a deadline for that.
        look(arguments[0]);
        System.out.println(JSON.std.asString(look(arguments[0])));
    }

    private static List<Map<String, Object>> look(String from) throws Exception {
        List<Map<String, Object>> devices = new ArrayList<>();
        try (NicInventory inventory =
                from.equals(SYSFS) ? new SysfsInventory(Path.of("/sys"), System::nanoTime) : Guest.inventory()) {
            for (Nic nic : inventory.scan()) {
                Map<String, Object> device = new TreeMap<>();
                device.put("name", nic.identity().name());
                device.put("state", String.valueOf(nic.readPorts().get(0).state()));
                addCounters(nic, device);
                addQueuePairs(nic, device);
                devices.add(device);
            }
        }
        return devices;
    }

    private static void addCounters(Nic nic, Map<String, Object> device) throws NicException {
        CounterSample sample = nic.counters().read(1);
        device.put("source", nic.counters().source(1));
        device.put("hidden", String.valueOf(sample.hidden()));
        Map<String, Long> counters = new TreeMap<>();
        sample.values().forEach((name, value) -> {
            if (value instanceof CounterValue.Present present) {
                counters.put(name, present.value());
            }
        });
        device.put("counters", counters);
    }

    private static void addQueuePairs(Nic nic, Map<String, Object> device) {
        try {
            device.put(
                    "queue_pairs",
                    nic.queuePairs().list().stream()
                            .map(pair -> pair.type() + " " + pair.number() + " of " + pair.pid())
                            .toList());
        } catch (NicException failure) {
            device.put("queue_pairs", String.valueOf(failure.getMessage()));
        }
    }

    /**
     * What it prints when another program starts it.
     *
     * @param inventory {@link #SYSFS} or {@link #UNDER_TEST}
     * @param prefix words of a command that starts another
     */
    static List<Map<String, Object>> run(String inventory, String... prefix) {
        List<String> command = new ArrayList<>(List.of(prefix));
        command.addAll(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Watcher.class.getName(),
                inventory));
        return Guest.objects(Guest.run(new ProcessBuilder(command)));
    }
}
