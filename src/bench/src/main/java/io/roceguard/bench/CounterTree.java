// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * {@code class/infiniband} of 16 NICs with one port each on a file system in memory. All counters are in
 * {@code counters/}, because older exporters read that directory only, and none is called {@code lifespan}, so that every
 * poll reads every file.
 */
final class CounterTree implements AutoCloseable {

    static final int NICS = 16;
    static final int COUNTERS = 60;

    /** Those of {@code counters/} that an exporter knows; the rest of the 60 get other names. */
    private static final List<String> KNOWN = List.of(
            "VL15_dropped",
            "excessive_buffer_overrun_errors",
            "link_downed",
            "link_error_recovery",
            "local_link_integrity_errors",
            "multicast_rcv_packets",
            "multicast_xmit_packets",
            "port_rcv_constraint_errors",
            "port_rcv_data",
            "port_rcv_errors",
            "port_rcv_packets",
            "port_rcv_remote_physical_errors",
            "port_rcv_switch_relay_errors",
            "port_xmit_constraint_errors",
            "port_xmit_data",
            "port_xmit_discards",
            "port_xmit_packets",
            "port_xmit_wait",
            "symbol_error",
            "unicast_rcv_packets",
            "unicast_xmit_packets");

    private final Path root;
    private final List<Path> files = new ArrayList<>();
    private long sum;

    private CounterTree(Path root) {
        this.root = root;
    }

    static CounterTree make() throws IOException {
        Path memory = Path.of("/dev/shm");
        if (!Files.isWritable(memory)) {
            throw new IOException("This host has no writable /dev/shm for the tree of counters.");
        }
        CounterTree tree = new CounterTree(Files.createTempDirectory(memory, "roceguard-bench"));
        for (int nic = 0; nic < NICS; nic++) {
            tree.addNic(tree.root.resolve("class/infiniband/mlx5_" + nic), nic);
        }
        return tree;
    }

    private void addNic(Path device, int nic) throws IOException {
        Path port = device.resolve("ports/1");
        Path counters = Files.createDirectories(port.resolve("counters"));
        attribute(device.resolve("fw_ver"), "28.46.1006");
        attribute(device.resolve("board_id"), "MT_0000000838");
        attribute(device.resolve("hca_type"), "MT4129");
        attribute(device.resolve("node_guid"), String.format(Locale.ROOT, "0c42:a103:0065:%04x", nic));
        attribute(port.resolve("state"), "4: ACTIVE");
        attribute(port.resolve("phys_state"), "5: LinkUp");
        attribute(port.resolve("rate"), "400 Gb/sec (4X NDR)");
        attribute(port.resolve("link_layer"), "Ethernet");
        for (int counter = 0; counter < COUNTERS; counter++) {
            String name = counter < KNOWN.size() ? KNOWN.get(counter) : "counter_" + counter;
            // Numbers of all lengths, up to 19 digits.
            long value = Long.MAX_VALUE >>> (1 + (7 * counter + nic) % 62);
            attribute(counters.resolve(name), Long.toString(value));
            files.add(counters.resolve(name));
            sum += value;
        }
    }

    private static void attribute(Path file, String text) throws IOException {
        Files.writeString(file, text + "\n");
    }

    Path root() {
        return root;
    }

    /** The counters of all NICs. */
    List<Path> files() {
        return List.copyOf(files);
    }

    /** Of all counters, as a 64-bit number that may wrap. */
    long sum() {
        return sum;
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
