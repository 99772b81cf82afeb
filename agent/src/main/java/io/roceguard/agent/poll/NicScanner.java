// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicInventory;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks for NICs, again and again, on a thread of its own: the look can block in the kernel like every other call, and
 * then keeps nothing but new NICs from being seen.
 */
final class NicScanner implements AutoCloseable {

    private static final Logger LOG = System.getLogger(NicScanner.class.getName());

    private final NicInventory inventory;
    private final Duration interval;
    private final Duration deadline;
    private final LongSupplier nanoClock;
    private final Consumer<List<Nic>> found;
    private final ScheduledExecutorService thread = Threads.scheduler("roceguard-scan");
    private volatile @Nullable Long beganNanos;
    private volatile String failure = "";
    private volatile boolean succeeded;
    private boolean saidPending;
    private boolean saidNoNics;

    /**
     * @param found is told the NICs of each look that ended well, on the scanning thread
     */
    NicScanner(
            NicInventory inventory,
            Duration interval,
            Duration deadline,
            LongSupplier nanoClock,
            Consumer<List<Nic>> found) {
        this.inventory = inventory;
        this.interval = interval;
        this.deadline = deadline;
        this.nanoClock = nanoClock;
        this.found = found;
    }

    /** Looks now and then at the interval; returns at once. */
    void start() {
        ScheduledFuture<?> unused =
                thread.scheduleWithFixedDelay(this::scanSafely, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Looks now and waits for it.
     *
     * @throws NicException when the look failed or did not end within the deadline
     */
    void rescan() throws NicException {
        if (stuck()) {
            throw timeout("an earlier look has been pending for " + pendingSeconds() + " s");
        }
        Future<?> scan = thread.submit(() -> {
            scan();
            return null;
        });
        try {
            scan.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof NicException reason) {
                throw reason;
            }
            throw new IllegalStateException("Looking for NICs failed: " + failed.getCause(), failed.getCause());
        } catch (TimeoutException late) {
            throw timeout("no answer within " + deadline.toMillis() + " ms");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw timeout("the waiting thread was interrupted");
        }
    }

    private NicException timeout(String cameBack) {
        return new NicException.Timeout(inventory.source(), "rescan", cameBack, "The scan goes on; look again later.");
    }

    /** Says it once when a look does not return; called by the polling clock. */
    void tick() {
        boolean stuck = stuck();
        if (stuck && !saidPending) {
            LOG.log(Level.WARNING, "{0} The NICs known so far are polled as usual.", problem());
        }
        saidPending = stuck;
    }

    /** True once a look has ended well. */
    boolean succeeded() {
        return succeeded;
    }

    /** Why NICs are not looked for as they should be, {@code ""} when they are. */
    String problem() {
        return stuck()
                ? "Looking for NICs in " + inventory.source() + " has been pending for " + pendingSeconds() + " s."
                : failure;
    }

    private boolean stuck() {
        Long began = beganNanos;
        return began != null && nanoClock.getAsLong() - began > deadline.toNanos();
    }

    private long pendingSeconds() {
        Long began = beganNanos;
        return began == null ? 0 : TimeUnit.NANOSECONDS.toSeconds(nanoClock.getAsLong() - began);
    }

    private void scanSafely() {
        try {
            scan();
        } catch (NicException failed) {
            String problem = String.valueOf(failed.getMessage());
            if (!problem.equals(failure)) {
                LOG.log(Level.WARNING, problem);
            }
            failure = problem;
        } catch (RuntimeException | Error broken) {
            // The clock stops for ever when this leaves it.
            String problem = "Looking for NICs failed: " + broken + ".";
            if (!problem.equals(failure)) {
                LOG.log(
                        Level.ERROR,
                        "Looking for NICs failed; it is tried again in " + interval.toSeconds() + " s",
                        broken);
            }
            failure = problem;
        }
    }

    private void scan() throws NicException {
        beganNanos = nanoClock.getAsLong();
        List<Nic> present;
        try {
            present = inventory.scan();
        } finally {
            beganNanos = null;
        }
        failure = "";
        found.accept(present);
        if (present.isEmpty() && !saidNoNics) {
            LOG.log(
                    Level.INFO,
                    "No RDMA device in {0}; looking again every {1} s.",
                    inventory.source(),
                    interval.toSeconds());
        }
        saidNoNics = present.isEmpty();
        succeeded = true;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
