// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.config.DaemonConfig;
import io.roceguard.agent.epoch.Epochs;
import io.roceguard.agent.poll.Watcher;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.agent.store.Store;
import io.roceguard.agent.store.WatchedStore;
import io.roceguard.device.NicException;
import io.roceguard.sim.SimulatedInventory;
import io.roceguard.sim.SimulatedNicSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The control plane as one run of the daemon has it: in virtual time, over a directory that holds the store and the
 * register, and so outlives the run.
 */
final class KillableHost implements AutoCloseable {

    static final String NIC = "mlx5_0";

    /** How long a change that waits for its confirmation waits. */
    static final Duration WITHIN = Duration.ofMinutes(1);

    /** What the tests change: a profile that is in force, and a field beside it. */
    static final String CHANGE = "timeout_retry_num_0=5,roce_tx_window_en=1";

    /** The client's id of that change. */
    static final String REQUEST = "maintenance-1";

    private static final Instant EPOCH = Instant.parse("2026-12-01T00:00:00Z");
    private static final Duration NEVER = Duration.ofDays(1);

    /** Real time: nothing hangs here, the machine may be busy. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final AtomicLong nanos = new AtomicLong(1);
    private final Store store;
    private final ControlState state;
    final InstantSource clock;
    final Watcher watcher;
    final RegisterControl control;
    final Epochs epochs;

    /**
     * @param since virtual time from the first run to this one
     * @param step hears of every step
     */
    KillableHost(Path directory, Duration since, Consumer<String> step) throws IOException {
        Instant begin = EPOCH.plus(since);
        this.clock = () -> begin.plusNanos(nanos.get());
        SimulatedInventory simulated =
                new SimulatedInventory(List.of(SimulatedNicSpec.of(NIC, "cx7-2025-07", 1)), "lossy", 42, nanos::get);
        this.watcher = new Watcher(
                new FileRegisterNic(simulated.nic(NIC), register(directory), step),
                new DaemonConfig.Poll(NEVER, PATIENCE, NEVER, NEVER),
                clock,
                nanos::get);
        this.store = WatchedStore.open(directory, clock, step);
        EvidenceWindow evidence = new EvidenceWindow();
        this.epochs = new Epochs(store.epochs(), store.journal(), clock);
        this.state =
                new ControlState(watcher, store.journal(), List.of(), evidence, epochs::causeSince, clock, nanos::get);
        this.control = new RegisterControl(watcher, store.journal(), state, clock, nanos::get);
        watcher.listen(evidence);
        watcher.listen(epochs);
    }

    /** The register in that directory as it is now. */
    static FileRegister register(Path directory) {
        return new FileRegister(directory.resolve("register"));
    }

    /** Finds the NIC and polls it once. */
    void start() throws NicException {
        watcher.rescan();
        settle();
    }

    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    /** The clock's tick, and whatever it hands out. */
    void tick() throws NicException {
        state.tick();
        settle();
    }

    private void settle() throws NicException {
        boolean unused = watcher.required(NIC).call("waiting for what is in line", 1, device -> true);
    }

    ChangeResult apply(@Nullable Duration confirmWithin) throws NicException {
        return control.apply(NIC, request(CHANGE, confirmWithin, REQUEST));
    }

    static ChangeRequest request(String assignments, @Nullable Duration confirmWithin, String request) {
        return new ChangeRequest(
                ControlledHost.parse(assignments),
                ControlledHost.ALICE,
                "",
                ControlledHost.DOCUMENT_WARNINGS,
                confirmWithin,
                Set.of(),
                "",
                request);
    }

    /** Every change, newest first. */
    List<ChangeRecord> history() {
        return control.history("", 1000);
    }

    /** The changes that wait for a confirmation, as the disk has them. */
    List<Long> waitingOnDisk() throws IOException {
        return store.journal().waiting().stream()
                .map(waiting -> waiting.change().id())
                .toList();
    }

    @Override
    public void close() throws IOException {
        watcher.close();
        store.close();
    }
}
