// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.agent.config.DaemonConfig;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicInventory;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Watches every NIC of the inventory: finds them, polls them at the configured interval, and forgets those that vanish.
 * The polling clock only hands out work; a stuck NIC delays no other.
 */
public final class Watcher implements NicSnapshots, AutoCloseable {

    private static final Logger LOG = System.getLogger(Watcher.class.getName());

    private final NicInventory inventory;
    private final DaemonConfig.Poll config;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final Map<String, NicWatch> watches = new ConcurrentHashMap<>();
    private final NicNews news = new NicNews();
    private final ScheduledExecutorService ticker = thread("roceguard-ticker");
    private final ScheduledExecutorService scanner = thread("roceguard-scan");
    private volatile String scanProblem = "";
    private volatile boolean scanned;
    private boolean saidNoNics;

    public Watcher(NicInventory inventory, DaemonConfig.Poll config, InstantSource clock, LongSupplier nanoClock) {
        this.inventory = inventory;
        this.config = config;
        this.clock = clock;
        this.nanoClock = nanoClock;
    }

    private static ScheduledExecutorService thread(String name) {
        return Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Listeners added before {@link #start} hear of every NIC. */
    public void listen(NicListener listener) {
        news.add(listener);
    }

    /** Looks for NICs and polls them from now on; returns at once. */
    public void start() {
        ScheduledFuture<?> unused = scanner.scheduleWithFixedDelay(
                this::scanSafely, 0, config.scan().toNanos(), TimeUnit.NANOSECONDS);
        long interval = config.interval().toNanos();
        unused = ticker.scheduleAtFixedRate(this::tick, interval, interval, TimeUnit.NANOSECONDS);
    }

    /**
     * Looks for new and vanished NICs now, on the scanning thread, and waits for it.
     *
     * @throws NicException when the scan failed or did not end within the deadline
     */
    public void rescan() throws NicException {
        Future<?> scan = scanner.submit(() -> {
            scan();
            return null;
        });
        try {
            scan.get(config.deadline().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof NicException reason) {
                throw reason;
            }
            throw new IllegalStateException("Looking for NICs failed: " + failed.getCause(), failed.getCause());
        } catch (TimeoutException late) {
            throw timeout("no answer within " + config.deadline().toMillis() + " ms");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw timeout("the waiting thread was interrupted");
        }
    }

    private NicException timeout(String cameBack) {
        return new NicException.Timeout(inventory.source(), "rescan", cameBack, "The scan goes on; look again later.");
    }

    /** Polls every NIC whose worker is free; never blocks. */
    void tick() {
        for (NicWatch watch : watches.values()) {
            try {
                watch.tick();
            } catch (RuntimeException | Error broken) {
                // The clock stops for ever when this leaves it.
                LOG.log(Level.ERROR, "Polling " + watch.snapshot().name() + " could not be started", broken);
            }
        }
    }

    /** True when no worker has anything to do. */
    boolean idle() {
        return watches.values().stream().allMatch(NicWatch::idle);
    }

    private void scanSafely() {
        try {
            scan();
        } catch (NicException failed) {
            String problem = String.valueOf(failed.getMessage());
            if (!problem.equals(scanProblem)) {
                LOG.log(Level.WARNING, problem);
            }
            scanProblem = problem;
        } catch (RuntimeException | Error broken) {
            scanProblem = "Looking for NICs failed: " + broken + ".";
            LOG.log(
                    Level.ERROR,
                    "Looking for NICs failed; it is tried again in "
                            + config.scan().toSeconds() + " s",
                    broken);
        }
    }

    private void scan() throws NicException {
        List<Nic> present = inventory.scan();
        scanProblem = "";
        for (NicWatch watch : List.copyOf(watches.values())) {
            if (!present.contains(watch.nic())) {
                forget(watch);
            }
        }
        for (Nic nic : present) {
            if (!watches.containsKey(nic.identity().name())) {
                watch(nic);
            }
        }
        if (present.isEmpty() && !saidNoNics) {
            LOG.log(
                    Level.INFO,
                    "No RDMA device in {0}; looking again every {1} s.",
                    inventory.source(),
                    config.scan().toSeconds());
        }
        saidNoNics = present.isEmpty();
        scanned = true;
    }

    private void watch(Nic nic) {
        NicWatch watch = new NicWatch(nic, config, news, clock, nanoClock);
        watches.put(nic.identity().name(), watch);
        LOG.log(
                Level.INFO,
                "Watching {0} ({1}, firmware {2}).",
                nic.identity().name(),
                nic.identity().stableId(),
                String.valueOf(nic.identity().firmware()));
        news.added(watch.snapshot());
        watch.tick();
    }

    private void forget(NicWatch watch) {
        watches.remove(watch.snapshot().name());
        LOG.log(Level.WARNING, "{0} is gone.", watch.snapshot().name());
        watch.retire();
        news.removed(watch.snapshot());
    }

    @Override
    public List<NicSnapshot> all() {
        List<NicSnapshot> all = new ArrayList<>();
        watches.values().forEach(watch -> all.add(watch.snapshot()));
        all.sort(Comparator.comparing(NicSnapshot::name));
        return all;
    }

    @Override
    public Optional<NicSnapshot> of(String nic) {
        return watch(nic).map(NicWatch::snapshot);
    }

    /** The watch of that NIC, to run calls on its worker. */
    public Optional<NicWatch> watch(String nic) {
        return Optional.ofNullable(watches.get(nic));
    }

    /** True once a scan has ended well. */
    public boolean scanned() {
        return scanned;
    }

    /** Why the last scan failed, {@code ""} when it did not. */
    public String scanProblem() {
        return scanProblem;
    }

    /** Stops watching. Calls under way have one deadline to end. */
    @Override
    public void close() {
        ticker.shutdownNow();
        scanner.shutdownNow();
        List<NicWatch> all = List.copyOf(watches.values());
        all.forEach(NicWatch::retire);
        try {
            for (NicWatch watch : all) {
                if (!watch.awaitEnd(config.deadline())) {
                    LOG.log(
                            Level.WARNING,
                            "{0} is left with its call pending.",
                            watch.snapshot().name());
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        inventory.close();
    }
}
