// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.device.QueuePair;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The queue pairs of one NIC: the two management ones of the kernel, and reliable connections of two applications. While
 * the path is dead, the first reliable connection is in state ERR. Thread-safe.
 */
public final class SimulatedQueuePairs {

    private static final Set<String> MANAGEMENT = Set.of("SMI", "GSI");
    private static final String RELIABLE_CONNECTION = "RC";

    private final BooleanSupplier pathDead;
    private volatile List<QueuePair> queuePairs;

    SimulatedQueuePairs(int slot, BooleanSupplier pathDead) {
        this.pathDead = pathDead;
        int number = 0x100 + 0x40 * slot;
        int pid = 41000 + 10 * slot;
        this.queuePairs = List.of(
                new QueuePair(0, "SMI", "RTS", null, "ib_core"),
                new QueuePair(1, "GSI", "RTS", null, "ib_core"),
                new QueuePair(number, RELIABLE_CONNECTION, "RTS", pid, "trainer"),
                new QueuePair(number + 1, RELIABLE_CONNECTION, "RTS", pid, "trainer"),
                new QueuePair(number + 2, RELIABLE_CONNECTION, "RTS", pid, "trainer"),
                new QueuePair(number + 3, RELIABLE_CONNECTION, "RTS", pid + 1, "storage-target"));
    }

    /** Replaces them all, as when applications start and stop. */
    public void replace(List<QueuePair> others) {
        queuePairs = List.copyOf(others);
    }

    /** As they are now. */
    public List<QueuePair> list() {
        List<QueuePair> now = queuePairs;
        if (!pathDead.getAsBoolean()) {
            return now;
        }
        QueuePair victim = now.stream()
                .filter(pair -> pair.type().equals(RELIABLE_CONNECTION))
                .findFirst()
                .orElse(null);
        return now.stream().map(pair -> pair.equals(victim) ? died(pair) : pair).toList();
    }

    /** Whether an application has one. */
    boolean active() {
        return queuePairs.stream().anyMatch(pair -> !MANAGEMENT.contains(pair.type()));
    }

    private static QueuePair died(QueuePair pair) {
        return new QueuePair(pair.number(), pair.type(), "ERR", pair.pid(), pair.command());
    }
}
