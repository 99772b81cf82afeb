// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bench;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A program under measurement, started on a free port and answering there. */
final class Server implements AutoCloseable {

    private static final long START_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Process process;
    private final int port;
    private final long startNanos;

    private Server(Process process, int port, long startNanos) {
        this.process = process;
        this.port = port;
        this.startNanos = startNanos;
    }

    /** The packaged daemon on simulated NICs; anonymous callers may read. */
    static Server daemon(Path distribution) throws IOException {
        int port = freePort();
        Path state = Files.createTempDirectory("roceguard-bench");
        Path config = Files.writeString(
                state.resolve("bench.yaml"),
                "state_directory: " + state + "\nhttp: {port: " + port + "}\njmx: {port: 0}\n"
                        + "simulation: {scenario: lossy, nics: [{name: mlx5_0, preset: cx7-2025-07, ports: 2}]}\n");
        return started(
                List.of(distribution.resolve("bin/roceguard").toString(), "run", "--config", config.toString()),
                port,
                "/health/live");
    }

    /** Jolokia's own JVM agent on a program that only waits, with the JDK's HttpServer told not to delay. */
    static Server bareJolokia(Path agentJar) throws IOException {
        int port = freePort();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dsun.net.httpserver.nodelay=true",
                "-javaagent:" + agentJar + "=port=" + port + ",host=127.0.0.1,executor=fixed,threadNr=4",
                "-cp",
                System.getProperty("java.class.path"),
                Waiting.class.getName()));
        return started(command, port, "/jolokia/version");
    }

    private static Server started(List<String> command, int port, String path) throws IOException {
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        while (true) {
            try (KeepAliveClient client = new KeepAliveClient(port, "")) {
                client.get(path);
                return new Server(process, port, System.nanoTime() - begin);
            } catch (IOException notYet) {
                if (!process.isAlive() || System.nanoTime() - begin > START_LIMIT_NANOS) {
                    process.destroy();
                    throw new IOException("Did not start: " + command, notYet);
                }
                LockSupport.parkNanos(PROBE_NANOS);
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    int port() {
        return port;
    }

    /** From process start to the first HTTP answer. */
    long startNanos() {
        return startNanos;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
