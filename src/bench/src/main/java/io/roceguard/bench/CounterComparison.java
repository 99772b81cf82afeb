// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Processor time of one poll of 16 ports with 60 counters each, in one run and in turn: our sysfs reading, Debian's
 * node_exporter, and a loop of pread in C. Needs prometheus-node-exporter, gcc and /dev/shm; no arguments.
 */
public final class CounterComparison {

    private static final int ROUNDS = 9;
    private static final int POLLS = 400;
    private static final int SCRAPES = 40;
    private static final int WARM_UP = 3;

    private CounterComparison() {}

    public static void main(String[] arguments) throws IOException {
        try (CounterTree tree = CounterTree.make();
                SysfsPoller ours = new SysfsPoller(tree);
                PreadPoller preads = new PreadPoller(tree);
                NodeExporterPoller exporter = NodeExporterPoller.on(tree);
                NodeExporterPoller idle = NodeExporterPoller.withoutDevices(tree)) {
            System.out.println("java.version=" + System.getProperty("java.version"));
            for (int i = 0; i < WARM_UP; i++) {
                ours.poll(POLLS);
                preads.poll(POLLS);
                exporter.poll(SCRAPES);
                idle.poll(SCRAPES);
            }
            compare(ours, preads, exporter, idle);
        }
    }

    private static void compare(Poller ours, Poller preads, Poller exporter, Poller idle) throws IOException {
        List<Double> us = new ArrayList<>();
        List<Double> inC = new ArrayList<>();
        List<Double> them = new ArrayList<>();
        List<Double> base = new ArrayList<>();
        List<Double> toC = new ArrayList<>();
        List<Double> toThem = new ArrayList<>();
        List<Double> toThemAlone = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            us.add(ours.microsOfOnePoll(POLLS));
            inC.add(preads.microsOfOnePoll(POLLS));
            them.add(exporter.microsOfOnePoll(SCRAPES));
            base.add(idle.microsOfOnePoll(10 * SCRAPES));
            toC.add(us.get(i) / inC.get(i));
            toThem.add(us.get(i) / them.get(i));
            toThemAlone.add(us.get(i) / (them.get(i) - base.get(i)));
        }
        System.out.printf(
                "processor time of one poll of %d ports with %d counters, user and system, %d rounds:%n",
                CounterTree.NICS, CounterTree.COUNTERS, ROUNDS);
        print(ours.name() + ", us", us);
        print(preads.name() + ", us", inC);
        print(exporter.name() + ", us", them);
        print(idle.name() + ", us", base);
        print("roceguard / " + preads.name(), toC);
        print("roceguard / " + exporter.name(), toThem);
        print("roceguard / what the counters cost " + exporter.name(), toThemAlone);
    }

    private static void print(String what, List<Double> figures) {
        List<Double> sorted = new ArrayList<>(figures);
        Collections.sort(sorted);
        System.out.printf(
                "%-60s least %10.3f  median %10.3f  most %10.3f%n",
                what, sorted.get(0), sorted.get(sorted.size() / 2), sorted.get(sorted.size() - 1));
    }
}
