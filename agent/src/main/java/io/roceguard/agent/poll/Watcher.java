// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.agent.config.DaemonConfig;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.NicInventory;
import io.roceguard.text.NearestName;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

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
    private final NicScanner scanner;
    private final Map<String, NicWatch> watches = new ConcurrentHashMap<>();
    private final NicNews news = new NicNews();
    private final ScheduledExecutorService ticker = Threads.scheduler("roceguard-ticker");

    public Watcher(NicInventory inventory, DaemonConfig.Poll config, InstantSource clock, LongSupplier nanoClock) {
        this.inventory = inventory;
        this.config = config;
        this.clock = clock;
        this.nanoClock = nanoClock;
        this.scanner = new NicScanner(inventory, config.scan(), config.deadline(), nanoClock, this::found);
    }

    /** Listeners added before {@link #start} hear of every NIC. */
    public void listen(NicListener listener) {
        news.add(listener);
    }

    /** Looks for NICs and polls them from now on; returns at once. */
    public void start() {
        scanner.start();
        long interval = config.interval().toNanos();
        ScheduledFuture<?> unused = ticker.scheduleAtFixedRate(this::tick, interval, interval, TimeUnit.NANOSECONDS);
    }

    /**
     * Looks for new and vanished NICs now, on the scanning thread, and waits for it.
     *
     * @throws NicException when the scan failed or did not end within the deadline
     */
    public void rescan() throws NicException {
        scanner.rescan();
    }

    /** Polls every NIC whose worker is free; never blocks. */
    void tick() {
        scanner.tick();
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

    /** Takes over what a scan found. A NIC that is known by its stable id under another name was renamed. */
    private void found(List<Nic> present) {
        List<NicWatch> gone = watches.values().stream()
                .filter(watch -> !present.contains(watch.nic()))
                .toList();
        List<Nic> come = present.stream().filter(this::unwatched).toList();
        Map<NicWatch, Nic> again = again(gone, come);
        Map<Nic, String> formerNames = new HashMap<>();
        again.forEach((watch, nic) -> formerNames.put(nic, watch.snapshot().name()));
        for (NicWatch watch : gone) {
            Nic successor = again.get(watch);
            forget(watch, successor == null ? null : successor.identity().name());
        }
        for (Nic nic : come) {
            watch(nic, formerNames.get(nic));
        }
    }

    private boolean unwatched(Nic nic) {
        NicWatch watch = watches.get(nic.identity().name());
        return watch == null || watch.nic() != nic;
    }

    /** Which of the NICs that are gone are there again, as another object. */
    private static Map<NicWatch, Nic> again(List<NicWatch> gone, List<Nic> come) {
        List<Nic> unclaimed = new ArrayList<>(come);
        Map<NicWatch, Nic> again = new HashMap<>();
        for (NicWatch watch : gone) {
            String id = watch.snapshot().identity().stableId();
            unclaimed.stream()
                    .filter(nic -> nic.identity().stableId().equals(id))
                    .findFirst()
                    .ifPresent(nic -> {
                        again.put(watch, nic);
                        unclaimed.remove(nic);
                    });
        }
        return again;
    }

    private void watch(Nic nic, @Nullable String formerName) {
        NicIdentity identity = nic.identity();
        NicWatch watch = new NicWatch(nic, config, news, clock, nanoClock);
        watches.put(identity.name(), watch);
        String who = identity.stableId() + ", firmware " + identity.firmware();
        if (formerName == null) {
            LOG.log(Level.INFO, "Watching {0} ({1}).", identity.name(), who);
        } else if (formerName.equals(identity.name())) {
            LOG.log(Level.INFO, "{0} was found anew ({1}).", formerName, who);
        } else {
            LOG.log(Level.WARNING, "{0} is now called {1} ({2}).", formerName, identity.name(), who);
        }
        news.added(watch.snapshot(), formerName);
        watch.tick();
    }

    private void forget(NicWatch watch, @Nullable String newName) {
        watches.remove(watch.snapshot().name());
        if (newName == null) {
            LOG.log(Level.WARNING, "{0} is gone.", watch.snapshot().name());
        }
        watch.retire();
        news.removed(watch.snapshot(), newName);
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

    /**
     * As {@link #watch}.
     *
     * @throws IllegalArgumentException when there is no such NIC; the message names the nearest
     */
    public NicWatch required(String nic) {
        return watch(nic).orElseThrow(() -> {
            List<String> names = all().stream().map(NicSnapshot::name).toList();
            return new IllegalArgumentException(
                    "There is no NIC " + nic + "." + NearestName.hint(nic, names) + " Watched: " + names);
        });
    }

    /** True once a scan has ended well. */
    public boolean scanned() {
        return scanner.succeeded();
    }

    /** Why the last scan failed or since when one is pending, as a sentence; {@code ""} when all is well. */
    public String scanProblem() {
        return scanner.problem();
    }

    /** Stops watching. Calls under way have one deadline to end. */
    @Override
    public void close() {
        ticker.shutdownNow();
        scanner.close();
        List<NicWatch> all = List.copyOf(watches.values());
        all.forEach(NicWatch::retire);
        awaitEnd(all);
        inventory.close();
    }

    /** All together: one stuck NIC costs as much as ten. */
    private void awaitEnd(List<NicWatch> all) {
        try {
            CompletableFuture.allOf(all.stream().map(NicWatch::ended).toArray(CompletableFuture[]::new))
                    .get(config.deadline().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            for (NicWatch watch : all) {
                if (!watch.ended().isDone()) {
                    LOG.log(
                            Level.WARNING,
                            "{0} is left with its call pending.",
                            watch.snapshot().name());
                }
            }
        } catch (ExecutionException failed) {
            throw new IllegalStateException("A worker ended with an error", failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
