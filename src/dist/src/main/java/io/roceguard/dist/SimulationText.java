// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import io.roceguard.console.cli.TextTable;
import io.roceguard.sim.FabricRun;
import io.roceguard.text.TimeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code simulate} shows. */
record SimulationText(FabricRun run, long outageNanos, long seed) {

    private static final int ROWS = 15;
    private static final int BAR = 40;

    Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("queue_pairs", run.queuePairs());
        document.put("outage_ns", outageNanos);
        document.put("seed", seed);
        document.put("recovered", run.recovered());
        document.put("failed", run.failed());
        document.put("waiting_for_ever", run.queuePairs() - run.recovered() - run.failed());
        document.put("recovery_delay_ns", run.recovered() == 0 ? null : recovery());
        document.put("failure_ns", run.failed() == 0 ? null : failure());
        document.put("retransmissions", run.retransmissions());
        document.put("spurious_retransmissions", run.spurious());
        document.put("load_slot_ns", run.slotNanos());
        document.put("load", run.load().boxed().toList());
        document.put("verified_on_hardware", false);
        return document;
    }

    private Map<String, Object> recovery() {
        Map<String, Object> delays = new LinkedHashMap<>();
        delays.put("min", run.recoveryPercentile(0));
        delays.put("p50", run.recoveryPercentile(0.5));
        delays.put("p99", run.recoveryPercentile(0.99));
        delays.put("max", run.recoveryPercentile(1));
        delays.put("mean_rounded", Math.round(run.recoveries().average().orElse(0)));
        return delays;
    }

    private Map<String, Object> failure() {
        Map<String, Object> times = new LinkedHashMap<>();
        times.put("min", run.failurePercentile(0));
        times.put("p50", run.failurePercentile(0.5));
        times.put("max", run.failurePercentile(1));
        return times;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                run.queuePairs() + " queue pairs through an outage of " + TimeText.of(outageNanos) + ", seed " + seed);
        TextTable table = new TextTable("  ");
        table.row("Went on", share(run.recovered()), afterOutage());
        table.row("Failed", share(run.failed()), whenFailed());
        int waiting = run.queuePairs() - run.recovered() - run.failed();
        if (waiting > 0) {
            table.row("Wait for ever", share(waiting), "without a timer that runs out");
        }
        table.row(
                "Retransmissions",
                String.valueOf(run.retransmissions()),
                Math.round(run.retransmissions() / (double) run.queuePairs()) + " a queue pair, " + run.spurious()
                        + " of what was not lost");
        lines.addAll(table.lines());
        lines.add("");
        lines.add("Retransmissions over time");
        lines.addAll(load());
        lines.add("The algorithm as documented, not verified on hardware.");
        return lines;
    }

    private String share(int count) {
        return count + " (" + Math.round(1000.0 * count / run.queuePairs()) / 10.0 + " %)";
    }

    private String afterOutage() {
        return run.recovered() == 0
                ? ""
                : "after " + TimeText.of(run.recoveryPercentile(0)) + " / " + TimeText.of(run.recoveryPercentile(0.5))
                        + " / " + TimeText.of(run.recoveryPercentile(0.99)) + " / "
                        + TimeText.of(run.recoveryPercentile(1)) + " (least, half, 99 %, all)";
    }

    private String whenFailed() {
        return run.failed() == 0
                ? ""
                : "at " + TimeText.of(run.failurePercentile(0)) + " to " + TimeText.of(run.failurePercentile(1));
    }

    /** Slots put together to a few rows; the last row holds all later ones. */
    private List<String> load() {
        long[] slots = run.load().toArray();
        int each = Math.max(1, slots.length / ROWS);
        long[] rows = new long[(slots.length + each - 1) / each];
        long most = 1;
        for (int i = 0; i < slots.length; i++) {
            rows[i / each] += slots[i];
            most = Math.max(most, rows[i / each]);
        }
        TextTable table = new TextTable("  ").row("FROM", "COUNT", "");
        for (int i = 0; i < rows.length; i++) {
            String from = TimeText.of((long) i * each * run.slotNanos());
            table.row(i == rows.length - 1 ? from + " on" : from, String.valueOf(rows[i]), "#".repeat((int)
                            Math.round(BAR * (rows[i] / (double) most))));
        }
        return table.lines();
    }
}
