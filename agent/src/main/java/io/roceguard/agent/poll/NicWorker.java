// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that calls into a NIC. A call can block in the kernel for a minute or for ever; then this thread is
 * stuck and nothing else: callers get an error at their deadline, and later ones at once.
 */
final class NicWorker {

    /** As many clients may wait for a change at once; each is told when its time is over. */
    private static final int QUEUE = 256;

    /** What the thread does now. */
    private record Busy(long sinceNanos, Duration allowed) {}

    private final Nic nic;
    private final Duration deadline;
    private final LongSupplier nanoClock;
    private final ThreadPoolExecutor thread;
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private final AtomicInteger unfinished = new AtomicInteger();
    private final AtomicBoolean pollWaits = new AtomicBoolean();
    private volatile @Nullable Busy busy;

    NicWorker(Nic nic, Duration deadline, LongSupplier nanoClock) {
        this.nic = nic;
        this.deadline = deadline;
        this.nanoClock = nanoClock;
        ThreadFactory named = task -> {
            Thread worker = new Thread(task, "roceguard-nic-" + nic.identity().name());
            worker.setDaemon(true);
            return worker;
        };
        this.thread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), named) {
            @Override
            protected void afterExecute(Runnable task, @Nullable Throwable failure) {
                unfinished.decrementAndGet();
            }

            @Override
            protected void terminated() {
                // By its last thread. A call that is stuck keeps it from being reached, and so keeps its descriptors.
                nic.close();
                ended.complete(null);
            }
        };
    }

    /**
     * Runs the call on the worker and waits for it.
     *
     * @param operation for messages: {@code change of ROCE_ACCL}
     * @param steps how many accesses the call makes; each has the deadline
     * @param point given up when the wait ends first, so that nothing is sent after the caller was told so
     * @throws NicException.Unreachable when the worker is stuck in an earlier call, or the NIC is gone before this one begins
     * @throws NicException.Timeout when the call did not end in time; the message says whether it still may
     */
    <T> T call(String operation, int steps, PointOfNoReturn point, NicCall<T> call) throws NicException {
        String name = nic.identity().name();
        if (stuck()) {
            throw new NicException.Unreachable(
                    name,
                    operation,
                    pending(),
                    "Nothing was sent. The NIC's driver or firmware does not answer; look at the kernel log.");
        }
        Duration allowed = deadline.multipliedBy(steps);
        FutureTask<T> task = new FutureTask<>(() -> timed(allowed, call));
        try {
            execute(task);
            return task.get(allowed.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException refused) {
            throw thread.isShutdown()
                    ? gone(operation)
                    : new NicException.Busy(
                            name,
                            operation,
                            "too many calls are waiting for this NIC",
                            "Nothing was sent. Try again later.");
        } catch (CancellationException retired) {
            throw gone(operation);
        } catch (TimeoutException late) {
            String cameBack = "no answer within " + allowed.toMillis() + " ms";
            throw new NicException.Timeout(name, operation, cameBack, givenUp(task, point));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new NicException.Timeout(name, operation, "the waiting thread was interrupted", givenUp(task, point));
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            if (cause instanceof NicException refused) {
                throw refused;
            }
            if (cause instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw new IllegalStateException(operation + " on " + name + " ended with " + cause, cause);
        }
    }

    private void execute(Runnable task) {
        unfinished.incrementAndGet();
        try {
            thread.execute(task);
        } catch (RejectedExecutionException refused) {
            unfinished.decrementAndGet();
            throw refused;
        }
    }

    private NicException.Unreachable gone(String operation) {
        return new NicException.Unreachable(
                nic.identity().name(), operation, "the NIC is gone or the daemon is stopping", "Nothing was sent.");
    }

    private String givenUp(FutureTask<?> task, PointOfNoReturn point) {
        boolean neverSent = point.abandon();
        if (thread.remove(task)) {
            unfinished.decrementAndGet();
        }
        return neverSent
                ? "Nothing was sent and nothing will be."
                : "The SET is under way; whether it takes effect is unknown until the register is read again.";
    }

    /**
     * Puts a poll in line unless one waits or runs already; returns at once.
     *
     * @param steps one after the other; each has the deadline
     */
    boolean offer(Runnable... steps) {
        if (!pollWaits.compareAndSet(false, true)) {
            return false;
        }
        try {
            execute(() -> {
                try {
                    for (Runnable step : steps) {
                        busy = new Busy(nanoClock.getAsLong(), deadline);
                        step.run();
                    }
                } finally {
                    busy = null;
                    pollWaits.set(false);
                }
            });
            return true;
        } catch (RejectedExecutionException fullOrClosed) {
            pollWaits.set(false);
            return false;
        }
    }

    /**
     * Puts work in line and returns at once; the work says itself how it ended.
     *
     * @param steps how many accesses it makes; each has the deadline
     * @return false when the line is full or the NIC is gone, and the work will not be done
     */
    boolean later(int steps, Runnable work) {
        try {
            execute(() -> {
                busy = new Busy(nanoClock.getAsLong(), deadline.multipliedBy(steps));
                try {
                    work.run();
                } finally {
                    busy = null;
                }
            });
            return true;
        } catch (RejectedExecutionException fullOrClosed) {
            return false;
        }
    }

    private <T> T timed(Duration allowed, NicCall<T> call) throws NicException {
        busy = new Busy(nanoClock.getAsLong(), allowed);
        try {
            return call.on(nic);
        } finally {
            busy = null;
        }
    }

    /** True when no call runs or waits. */
    boolean idle() {
        return unfinished.get() == 0;
    }

    int waiting() {
        return thread.getQueue().size();
    }

    /** True when the present call has outlived what it was allowed. */
    boolean stuck() {
        Busy now = busy;
        return now != null
                && nanoClock.getAsLong() - now.sinceNanos() > now.allowed().toNanos();
    }

    /** {@code call pending 42 s}. */
    String pending() {
        Busy now = busy;
        long seconds = now == null ? 0 : TimeUnit.NANOSECONDS.toSeconds(nanoClock.getAsLong() - now.sinceNanos());
        return "call pending " + seconds + " s";
    }

    /**
     * Takes no more calls and lets none begin that is in line: whoever wanted it is told that nothing was sent. The one that
     * runs goes on to its end; then the NIC is closed.
     */
    void retire() {
        thread.shutdown();
        List<Runnable> inLine = new ArrayList<>();
        thread.getQueue().drainTo(inLine);
        for (Runnable task : inLine) {
            unfinished.decrementAndGet();
            if (task instanceof Future<?> call) {
                call.cancel(false);
            }
        }
    }

    /** Complete once the last call has ended after {@link #retire} and the NIC is closed. */
    CompletableFuture<@Nullable Void> ended() {
        return ended;
    }
}
