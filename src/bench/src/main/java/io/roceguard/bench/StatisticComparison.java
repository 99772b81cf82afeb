// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bench;

import io.roceguard.bridge.netlink.NetlinkSession;
import io.roceguard.device.NicException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Processor time of one reading of a port's counters over RDMA netlink, by our session and by {@code rdma -j statistic},
 * in one run and in turn. Takes the name of a device of the running kernel, whose port 1 is read.
 */
public final class StatisticComparison {

    private static final int ROUNDS = 9;
    private static final int READS = 2000;
    private static final int RUNS = 50;

    /** Of {@code /proc/self/stat}, counted behind the name: cutime and cstime. */
    private static final int CHILDREN_USER = 13;

    /** What {@code sysconf(_SC_CLK_TCK)} is on every Linux. */
    private static final long NANOS_PER_TICK = TimeUnit.SECONDS.toNanos(1) / 100;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final String device;
    private final NetlinkSession session;

    private StatisticComparison(String device, NetlinkSession session) {
        this.device = device;
        this.session = session;
    }

    public static void main(String[] arguments) throws Exception {
        String device = arguments[0];
        try (NetlinkSession session = new NetlinkSession(device, Path.of("/proc"))) {
            System.out.println("java.version=" + System.getProperty("java.version"));
            new StatisticComparison(device, session).compare();
        }
    }

    private void compare() throws IOException, InterruptedException, NicException {
        List<Double> ours = new ArrayList<>();
        List<Double> tools = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        ours();
        tools();
        for (int i = 0; i < ROUNDS; i++) {
            ours.add(ours());
            tools.add(tools());
            ratios.add(tools.get(i) / ours.get(i));
        }
        System.out.printf("one reading of %s/1, processor time, user and system, %d rounds:%n", device, ROUNDS);
        print("roceguard, us", ours);
        print("rdma -j statistic, us", tools);
        print("rdma / roceguard", ratios);
    }

    private double ours() throws NicException {
        long begin = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < READS; i++) {
            if (session.counters(1).isEmpty()) {
                throw new IllegalStateException(device + " has no counters.");
            }
        }
        return (THREADS.getCurrentThreadCpuTime() - begin) / 1e3 / READS;
    }

    private double tools() throws IOException, InterruptedException {
        Duration before = processorTimeOfChildren();
        for (int i = 0; i < RUNS; i++) {
            Process rdma = new ProcessBuilder("rdma", "-j", "statistic", "show", "link", device + "/1").start();
            rdma.getOutputStream().close();
            byte[] output = rdma.getInputStream().readAllBytes();
            if (rdma.waitFor() != 0 || output.length < 2) {
                throw new IOException("rdma shows no counters of " + device + ".");
            }
        }
        return processorTimeOfChildren().minus(before).toNanos() / 1e3 / RUNS;
    }

    private static Duration processorTimeOfChildren() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] behindName = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = Long.parseLong(behindName[CHILDREN_USER]) + Long.parseLong(behindName[CHILDREN_USER + 1]);
        return Duration.ofNanos(ticks * NANOS_PER_TICK);
    }

    private static void print(String what, List<Double> figures) {
        List<Double> sorted = new ArrayList<>(figures);
        Collections.sort(sorted);
        System.out.printf(
                "%-30s least %10.1f  median %10.1f  most %10.1f%n",
                what, sorted.get(0), sorted.get(sorted.size() / 2), sorted.get(sorted.size() - 1));
    }
}
