// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.device.QueuePair;
import io.roceguard.device.QueuePairTiming;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * The queue pairs of one NIC: the two management ones of the kernel, and reliable connections of two applications. Those
 * whose path has been dead for longer than the timeouts in force allow are in state ERR. Thread-safe.
 */
public final class SimulatedQueuePairs {

    private static final Set<String> MANAGEMENT = Set.of("SMI", "GSI");
    private static final String RELIABLE_CONNECTION = "RC";

    private static final int ACK_TIMEOUT = TimeoutsInForce.TIMING.ackTimeout();
    private static final int RETRY_COUNT = TimeoutsInForce.TIMING.retryCount();

    /** Where the peers' numbers begin. */
    private static final int REMOTE = 0x800;

    private final IntUnaryOperator dead;
    private volatile List<QueuePair> queuePairs;

    /** @param dead of so many reliable connections, how many are in ERR now */
    SimulatedQueuePairs(int slot, IntUnaryOperator dead) {
        this.dead = dead;
        int number = 0x100 + 0x40 * slot;
        int pid = 41000 + 10 * slot;
        this.queuePairs = List.of(
                new QueuePair(0, 1, "SMI", "RTS", null, null, "ib_core"),
                new QueuePair(1, 1, "GSI", "RTS", null, null, "ib_core"),
                connection(number, pid, "trainer"),
                connection(number + 1, pid, "trainer"),
                connection(number + 2, pid, "trainer"),
                connection(number + 3, pid + 1, "storage-target"));
    }

    private static QueuePair connection(int number, int pid, String command) {
        return new QueuePair(number, 1, RELIABLE_CONNECTION, "RTS", REMOTE + number, pid, command);
    }

    /** Replaces them all, as when applications start and stop. */
    public void replace(List<QueuePair> others) {
        queuePairs = List.copyOf(others);
    }

    /** As they are now. */
    public List<QueuePair> list() {
        List<QueuePair> now = queuePairs;
        List<QueuePair> connections = now.stream()
                .filter(pair -> pair.type().equals(RELIABLE_CONNECTION))
                .toList();
        List<QueuePair> victims = connections.subList(0, dead.applyAsInt(connections.size()));
        return now.stream()
                .map(pair -> victims.contains(pair) ? died(pair) : pair)
                .toList();
    }

    /** What its application has set: the same for all, as NCCL does; the dead one has no retries left. */
    QueuePairTiming timing(QueuePair pair) {
        int remote = pair.remoteNumber() == null ? 0 : pair.remoteNumber();
        return new QueuePairTiming(
                pair.number(), remote, ACK_TIMEOUT, RETRY_COUNT, pair.inError() ? 0 : RETRY_COUNT, RETRY_COUNT);
    }

    /** Whether an application has one. */
    boolean active() {
        return queuePairs.stream().anyMatch(pair -> !MANAGEMENT.contains(pair.type()));
    }

    private static QueuePair died(QueuePair pair) {
        return new QueuePair(
                pair.number(),
                pair.port(),
                pair.type(),
                QueuePair.ERROR_STATE,
                pair.remoteNumber(),
                pair.pid(),
                pair.command());
    }
}
