// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bench;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Debian's node_exporter with its infiniband collector alone, asked over one keep-alive connection. */
final class NodeExporterPoller implements Poller {

    private static final String PROGRAM = "prometheus-node-exporter";
    private static final long START_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final String name;
    private final String expected;
    private final Process process;
    private final KeepAliveClient client;

    private NodeExporterPoller(String name, Path sysfs, String expected) throws IOException {
        this.name = name;
        this.expected = expected;
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        process = started(sysfs, port);
        client = connected(port);
    }

    /** On the tree. */
    static NodeExporterPoller on(CounterTree tree) throws IOException {
        String last = "node_infiniband_link_downed_total{device=\"mlx5_" + (CounterTree.NICS - 1) + "\"";
        return new NodeExporterPoller("node_exporter", tree.root(), last);
    }

    /** On a host without RDMA: what an answer costs before the first counter. */
    static NodeExporterPoller withoutDevices(CounterTree tree) throws IOException {
        return new NodeExporterPoller(
                "node_exporter without devices",
                tree.root().resolve("class"),
                "node_scrape_collector_success{collector=\"infiniband\"} 0");
    }

    private static Process started(Path sysfs, int port) throws IOException {
        try {
            return new ProcessBuilder(
                            PROGRAM,
                            "--collector.disable-defaults",
                            "--collector.infiniband",
                            "--web.disable-exporter-metrics",
                            "--log.level=error",
                            "--path.sysfs=" + sysfs,
                            "--web.listen-address=127.0.0.1:" + port)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException missing) {
            throw new IOException(PROGRAM + " is not installed: apt-get install " + PROGRAM + ".", missing);
        }
    }

    private KeepAliveClient connected(int port) throws IOException {
        long begin = System.nanoTime();
        while (true) {
            try {
                return new KeepAliveClient(port, "");
            } catch (IOException notYet) {
                if (!process.isAlive() || System.nanoTime() - begin > START_LIMIT_NANOS) {
                    process.destroy();
                    throw new IOException(PROGRAM + " did not start.", notYet);
                }
                LockSupport.parkNanos(PROBE_NANOS);
            }
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void poll(int times) throws IOException {
        for (int poll = 0; poll < times; poll++) {
            String page = client.get("/metrics");
            if (!page.contains(expected)) {
                throw new IOException(name + " does not show " + expected + ":\n" + page);
            }
        }
    }

    @Override
    public ProcessHandle process() {
        return process.toHandle();
    }

    @Override
    public void close() throws IOException {
        client.close();
        process.destroy();
        process.onExit().join();
    }
}
