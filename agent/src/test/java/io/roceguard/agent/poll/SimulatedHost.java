// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.agent.config.DaemonConfig;
import io.roceguard.device.Nic;
import io.roceguard.sim.SimulatedInventory;
import io.roceguard.sim.SimulatedNic;
import io.roceguard.sim.SimulatedNicSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A watcher over simulated NICs in virtual time: nothing is polled by itself, {@link #poll} does one poll of every NIC and
 * waits for it.
 */
public final class SimulatedHost implements AutoCloseable {

    /** Real time: how long a call may take before it counts as stuck. */
    public static final Duration DEADLINE = Duration.ofMillis(400);

    /** Virtual time between two listings of queue pairs. */
    public static final Duration LISTING = Duration.ofSeconds(30);

    private static final Duration NEVER = Duration.ofDays(1);

    private final AtomicLong nanos;
    private final AtomicLong millis;
    public final SimulatedInventory inventory;
    public final Watcher watcher;
    public final InstantSource clock;

    public SimulatedHost(SimulatedNicSpec... nics) {
        this("lossy", nics);
    }

    public SimulatedHost(String scenario, SimulatedNicSpec... nics) {
        nanos = new AtomicLong(1);
        millis = new AtomicLong(Instant.parse("2026-12-01T00:00:00Z").toEpochMilli());
        clock = () -> Instant.ofEpochMilli(millis.get());
        inventory = new SimulatedInventory(List.of(nics), scenario, 42, nanos::get);
        watcher = watcher();
    }

    private SimulatedHost(SimulatedHost before) {
        nanos = before.nanos;
        millis = before.millis;
        clock = before.clock;
        inventory = before.inventory;
        watcher = watcher();
    }

    private Watcher watcher() {
        return new Watcher(inventory, new DaemonConfig.Poll(NEVER, DEADLINE, NEVER, LISTING), clock, nanos::get);
    }

    public static SimulatedHost withDefaults() {
        return new SimulatedHost(SimulatedInventory.defaultNics().toArray(SimulatedNicSpec[]::new));
    }

    /** Finds the NICs and waits until each was polled once. */
    public SimulatedHost start() {
        watcher.start();
        Eventually.holds(
                "every NIC was polled",
                () -> !watcher.all().isEmpty()
                        && watcher.idle()
                        && watcher.all().stream().allMatch(nic -> nic.health().polls() > 0));
        return this;
    }

    public LongSupplier nanoClock() {
        return nanos::get;
    }

    public SimulatedNic nic(String name) {
        return inventory.nic(name);
    }

    public NicSnapshot snapshot(String name) {
        return watcher.of(name).orElseThrow();
    }

    /** Moves virtual time on. */
    public void pass(Duration duration) {
        nanos.addAndGet(duration.toNanos());
        millis.addAndGet(duration.toMillis());
    }

    /** Somebody sets the clock on the wall; the monotonic one goes on. */
    public void setClockBack(Duration duration) {
        millis.addAndGet(-duration.toMillis());
    }

    /** The same NICs, watched by a daemon that has just started. */
    public SimulatedHost withAnotherWatcher() {
        // The former daemon has closed its NICs; a rename gives the same hardware as others.
        for (Nic nic : inventory.scan()) {
            String name = nic.identity().name();
            inventory.rename(name, name + "_away");
            inventory.rename(name + "_away", name);
        }
        return new SimulatedHost(this);
    }

    /** A second passes and every NIC is polled. */
    public void poll() {
        Eventually.holds("every worker is idle", watcher::idle);
        pass(Duration.ofSeconds(1));
        List<Long> before = polls();
        watcher.tick();
        Eventually.holds("every NIC was polled again", () -> watcher.idle() && advanced(before, polls()));
    }

    private static boolean advanced(List<Long> before, List<Long> now) {
        for (int i = 0; i < before.size(); i++) {
            if (now.get(i) <= before.get(i)) {
                return false;
            }
        }
        return true;
    }

    /** The clock's tick, without waiting for what it starts. */
    public void tick() {
        watcher.tick();
    }

    /** Waits until nothing runs or waits for that NIC: time that passes before would make it look stuck. */
    public void awaitIdle(String nic) {
        Eventually.holds(nic + " is idle", () -> watcher.required(nic).idle());
    }

    private List<Long> polls() {
        return watcher.all().stream().map(nic -> nic.health().polls()).toList();
    }

    @Override
    public void close() {
        watcher.close();
    }
}
