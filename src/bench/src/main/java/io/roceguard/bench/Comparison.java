// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The packaged daemon beside a bare Jolokia agent, in one run and in turn: requests a second over one keep-alive
 * connection, and start to the first HTTP answer. Arguments: the distribution's directory, Jolokia's agent jar.
 */
public final class Comparison {

    private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final int ROUNDS = 5;
    private static final int STARTS = 7;
    private static final String ALL_FIELDS = "{\"type\":\"read\",\"mbean\":\"io.roceguard:type=RoceAccl,nic=mlx5_0\"}";
    private static final String RUNTIME =
            "{\"type\":\"read\",\"mbean\":\"java.lang:type=Runtime\",\"config\":{\"ignoreErrors\":\"true\"}}";
    private static final String ONE_FIELD =
            "{\"type\":\"read\",\"mbean\":\"io.roceguard:type=RoceAccl,nic=mlx5_0\",\"attribute\":\"time_base\"}";
    private static final String UPTIME =
            "{\"type\":\"read\",\"mbean\":\"java.lang:type=Runtime\",\"attribute\":\"Uptime\"}";

    private Comparison() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("Give the distribution's directory and Jolokia's agent jar.");
        }
        Path distribution = Path.of(arguments[0]);
        Path agentJar = Path.of(arguments[1]);
        System.out.println("java.version=" + System.getProperty("java.version"));
        try (Server ours = Server.daemon(distribution);
                Server bare = Server.bareJolokia(agentJar)) {
            throughput("read every attribute of RoceAccl / of java.lang:type=Runtime", ours, ALL_FIELDS, bare, RUNTIME);
            throughput("read one RoceAccl field / Runtime's Uptime", ours, ONE_FIELD, bare, UPTIME);
            throughput("read Runtime's Uptime / the same", ours, UPTIME, bare, UPTIME);
        }
        starts(distribution, agentJar);
    }

    private static void throughput(String what, Server ours, String ourRequest, Server bare, String bareRequest)
            throws IOException {
        try (KeepAliveClient us = new KeepAliveClient(ours.port(), "");
                KeepAliveClient them = new KeepAliveClient(bare.port(), "")) {
            round(us, ourRequest);
            round(them, bareRequest);
            List<Double> a = new ArrayList<>();
            List<Double> b = new ArrayList<>();
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                a.add(round(us, ourRequest));
                b.add(round(them, bareRequest));
                ratios.add(a.get(i) / b.get(i));
            }
            System.out.printf(
                    "%s: roceguard %.0f requests/s, bare Jolokia %.0f requests/s, ratio %.2f (medians of %d rounds)%n",
                    what, median(a), median(b), median(ratios), ROUNDS);
        }
    }

    private static double round(KeepAliveClient client, String request) throws IOException {
        String answer = client.post("/jolokia/", request);
        if (!answer.contains("\"status\":200")) {
            throw new IOException("unexpected answer: " + answer);
        }
        long begin = System.nanoTime();
        long requests = 0;
        while (System.nanoTime() - begin < ROUND_NANOS) {
            client.post("/jolokia/", request);
            requests++;
        }
        return requests * 1e9 / (System.nanoTime() - begin);
    }

    private static void starts(Path distribution, Path agentJar) throws IOException {
        List<Double> ours = new ArrayList<>();
        List<Double> bare = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            try (Server us = Server.daemon(distribution)) {
                ours.add(us.startNanos() / 1e6);
            }
            try (Server them = Server.bareJolokia(agentJar)) {
                bare.add(them.startNanos() / 1e6);
            }
            ratios.add(ours.get(i) / bare.get(i));
        }
        System.out.printf(
                "start to first HTTP answer: roceguard %.0f ms, bare Jolokia %.0f ms, ratio %.2f (medians of %d starts)%n",
                median(ours), median(bare), median(ratios), STARTS);
    }

    private static double median(List<Double> figures) {
        List<Double> sorted = new ArrayList<>(figures);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }
}
