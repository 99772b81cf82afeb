// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * The one thread that calls into a NIC. A call can block in the kernel for a minute or for ever; then this thread is
 * stuck and nothing else: callers get an error at their deadline, and later ones at once.
 */
final class NicWorker implements AutoCloseable {

    private static final int QUEUE = 32;
    private static final long IDLE = Long.MIN_VALUE;

    private final Nic nic;
    private final Duration deadline;
    private final LongSupplier nanoClock;
    private final ThreadPoolExecutor thread;
    private volatile long busySinceNanos = IDLE;

    NicWorker(Nic nic, Duration deadline, LongSupplier nanoClock) {
        this.nic = nic;
        this.deadline = deadline;
        this.nanoClock = nanoClock;
        this.thread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), task -> {
            Thread worker = new Thread(task, "roceguard-nic-" + nic.identity().name());
            worker.setDaemon(true);
            return worker;
        });
    }

    /**
     * Runs the call on the worker and waits for it.
     *
     * @param operation for messages: {@code apply to ROCE_ACCL}
     * @param steps how many accesses the call makes; each has the deadline
     * @throws NicException.Unreachable at once when the worker is stuck in an earlier call
     * @throws NicException.Timeout when the call did not end in time; if it had not begun, it never will
     */
    <T> T call(String operation, int steps, NicCall<T> call) throws NicException {
        String name = nic.identity().name();
        if (stuck()) {
            throw new NicException.Unreachable(
                    name,
                    operation,
                    pending(),
                    "Nothing was sent. The NIC's driver or firmware" + " does not answer; look at the kernel log.");
        }
        FutureTask<T> task = new FutureTask<>(() -> timed(call));
        try {
            thread.execute(task);
            return task.get(deadline.toNanos() * steps, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException full) {
            throw new NicException.Busy(
                    name, operation, "too many calls are waiting for this NIC", "Nothing was sent. Try again later.");
        } catch (TimeoutException late) {
            boolean neverBegins = thread.remove(task);
            task.cancel(false);
            throw new NicException.Timeout(
                    name,
                    operation,
                    "no answer within " + deadline.multipliedBy(steps).toMillis() + " ms",
                    neverBegins
                            ? "It had not begun and will not."
                            : "Whether it took effect is unknown until the register is read again.");
        } catch (InterruptedException interrupted) {
            task.cancel(false);
            Thread.currentThread().interrupt();
            throw new NicException.Timeout(
                    name,
                    operation,
                    "the waiting thread was interrupted",
                    "Read the register again to know its state.");
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

    /** Runs the poll on the worker if it has nothing else to do; returns at once. */
    boolean offer(Runnable poll) {
        if (!idle()) {
            return false;
        }
        thread.execute(() -> {
            busySinceNanos = nanoClock.getAsLong();
            try {
                poll.run();
            } finally {
                busySinceNanos = IDLE;
            }
        });
        return true;
    }

    private <T> T timed(NicCall<T> call) throws NicException {
        busySinceNanos = nanoClock.getAsLong();
        try {
            return call.on(nic);
        } finally {
            busySinceNanos = IDLE;
        }
    }

    /** True when no call runs or waits. */
    boolean idle() {
        return busySinceNanos == IDLE && thread.getQueue().isEmpty() && thread.getActiveCount() == 0;
    }

    /** How long the present call has been running, zero when there is none. */
    Duration busyFor() {
        long since = busySinceNanos;
        return since == IDLE ? Duration.ZERO : Duration.ofNanos(nanoClock.getAsLong() - since);
    }

    /** True when the present call has outlived its deadline. */
    boolean stuck() {
        return busyFor().compareTo(deadline) > 0;
    }

    /** {@code call pending 42 s}. */
    String pending() {
        return "call pending " + busyFor().toSeconds() + " s";
    }

    /** Lets a stuck call be; the thread is a daemon thread and ends with it. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
