// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.device.CommandStatus;
import io.roceguard.device.NicException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The faults of one simulated NIC, armed by whoever wants to see what happens. Each operation has at most one; arming
 * another replaces it. Thread-safe.
 */
public final class SimulatedFaults {

    private static final int FOR_EVER = -1;

    private final Sleeper sleeper;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition hangingChanged = lock.newCondition();
    private final Map<Operation, Armed> armed = new EnumMap<>(Operation.class);
    private int releases;
    private int hanging;

    /** A fault and how often it still strikes, shared by its operations. */
    private static final class Armed {
        private final Fault fault;
        private int remaining;

        Armed(Fault fault, int remaining) {
            this.fault = fault;
            this.remaining = remaining;
        }
    }

    SimulatedFaults(Sleeper sleeper) {
        this.sleeper = sleeper;
    }

    /** Strikes every time until {@link #clear()}, the operations named or else all that this fault is about. */
    public void set(Fault fault, Operation... operations) {
        arm(new Armed(fault, FOR_EVER), operations);
    }

    /**
     * Strikes the next {@code times} of these operations together, then no more.
     *
     * @param times at least 1
     */
    public void failNext(int times, Fault fault, Operation... operations) {
        if (times < 1) {
            throw new IllegalArgumentException("A fault strikes at least once: times=" + times);
        }
        arm(new Armed(fault, times), operations);
    }

    private void arm(Armed fault, Operation... operations) {
        lock.lock();
        try {
            Set<Operation> struck = operations.length == 0 ? fault.fault.strikes() : Set.of(operations);
            struck.forEach(operation -> armed.put(operation, fault));
        } finally {
            lock.unlock();
        }
    }

    /** Disarms everything and releases what hangs. */
    public void clear() {
        lock.lock();
        try {
            armed.clear();
            release();
        } finally {
            lock.unlock();
        }
    }

    /** Lets every operation that hangs now go on; what is armed stays armed. */
    public void release() {
        lock.lock();
        try {
            releases++;
            hangingChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until that many operations hang.
     *
     * @return false when {@code atMost} passes first
     */
    public boolean awaitHanging(int operations, Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (hanging < operations && left > 0) {
                left = hangingChanged.awaitNanos(left);
            }
            return hanging >= operations;
        } finally {
            lock.unlock();
        }
    }

    /** Called at the start of every operation: lets it pass, delays it, or fails it. */
    void strike(String device, Operation operation) throws NicException {
        Fault fault = take(operation, false).orElse(null);
        if (fault instanceof Fault.Busy) {
            throw new NicException.Busy(
                    device,
                    operation.text(),
                    String.format("the firmware answered BUSY (status 0x%x)", CommandStatus.BUSY.code()),
                    "Try again later.");
        } else if (fault instanceof Fault.Refused refused) {
            throw new NicException.Refused(
                    device,
                    operation.text(),
                    refused.status().code(),
                    refused.status().name(),
                    refused.syndrome(),
                    "This refusal was armed in the simulation; clear its faults.");
        } else if (fault instanceof Fault.Gone) {
            throw new NicException.Unreachable(
                    device,
                    operation.text(),
                    "the device does not answer",
                    "Check that it is still in its slot and that its driver is loaded.");
        } else if (fault instanceof Fault.Slow slow) {
            sleep(device, operation, slow.delay());
        } else if (fault instanceof Fault.Hang) {
            hang(device, operation);
        }
    }

    /** Called after a SET that took effect. */
    Optional<Fault.ThirdPartyWrite> afterSet() {
        return take(Operation.SET_REGISTER, true).map(Fault.ThirdPartyWrite.class::cast);
    }

    private Optional<Fault> take(Operation operation, boolean afterSet) {
        lock.lock();
        try {
            Armed found = armed.get(operation);
            if (found == null || found.remaining == 0 || found.fault instanceof Fault.ThirdPartyWrite != afterSet) {
                return Optional.empty();
            }
            if (found.remaining > 0) {
                found.remaining--;
            }
            return Optional.of(found.fault);
        } finally {
            lock.unlock();
        }
    }

    private void sleep(String device, Operation operation, Duration delay) throws NicException {
        try {
            sleeper.sleep(delay);
        } catch (InterruptedException e) {
            throw interrupted(device, operation);
        }
    }

    private void hang(String device, Operation operation) throws NicException {
        lock.lock();
        int before = releases;
        hanging++;
        hangingChanged.signalAll();
        try {
            while (releases == before) {
                hangingChanged.await();
            }
        } catch (InterruptedException e) {
            throw interrupted(device, operation);
        } finally {
            hanging--;
            hangingChanged.signalAll();
            lock.unlock();
        }
    }

    private static NicException interrupted(String device, Operation operation) {
        Thread.currentThread().interrupt();
        return new NicException.Timeout(
                device,
                operation.text(),
                "no answer until the wait was interrupted",
                "Whether it took effect is unknown; read again before you retry.");
    }
}
