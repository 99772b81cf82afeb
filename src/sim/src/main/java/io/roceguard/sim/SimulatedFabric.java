// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.adp.AdpEngine;
import io.roceguard.adp.QpState;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * Many queue pairs on one path, in virtual time, each driven by the same {@link AdpEngine} from an initial timeout of its
 * own. All send their first packet at the beginning, when the outage begins, and one packet at a time. The same seed gives
 * the same run, whatever the number of queue pairs: each has its own random numbers.
 */
public final class SimulatedFabric {

    private static final int SLOTS = 60;

    /** How often the progress is told. */
    private static final int STEPS = 100;

    private final AdpEngine engine;
    private final FabricPath path;
    private final long outageNanos;
    private final long seed;

    private final long[] load = new long[SLOTS];
    private long slotNanos = 1;
    private long retransmissions;
    private long spurious;

    /**
     * @param outageNanos when the outage is over: recovery is measured from there
     */
    public SimulatedFabric(AdpEngine engine, FabricPath path, long outageNanos, long seed) {
        this.engine = engine;
        this.path = path;
        this.outageNanos = outageNanos;
        this.seed = seed;
    }

    /**
     * Runs queue pairs until each has gone on or failed, or has no timer that would ever run out.
     *
     * @param queuePairs 1 or more
     * @param horizonNanos how far the slots of the load reach; the last holds all that is later
     * @param progress is told the percentage that is done
     */
    public FabricRun run(int queuePairs, long horizonNanos, IntConsumer progress) {
        slotNanos = Math.max(1, horizonNanos / SLOTS + 1);
        long[] recoveries = new long[queuePairs];
        long[] failures = new long[queuePairs];
        int recovered = 0;
        int failed = 0;
        for (int i = 0; i < queuePairs; i++) {
            SplittableRandom random = new SplittableRandom(Randomness.derive(seed, i));
            QpState qp = engine.send(engine.lowestInitialExponent() + random.nextInt(engine.initialExponents()));
            if (goesOn(qp, random)) {
                recoveries[recovered++] = qp.nowNanos() - outageNanos;
            } else if (qp.failed()) {
                failures[failed++] = qp.nowNanos();
            }
            if ((i + 1) * (long) STEPS / queuePairs != i * (long) STEPS / queuePairs) {
                progress.accept((int) ((i + 1) * (long) STEPS / queuePairs));
            }
        }
        return new FabricRun(
                queuePairs,
                Arrays.copyOf(recoveries, recovered),
                Arrays.copyOf(failures, failed),
                retransmissions,
                spurious,
                load,
                slotNanos);
    }

    /**
     * Follows a packet until one transmission of it gets through after the outage; false when the queue pair fails first.
     * Its time is then that of this transmission: the acknowledgement comes a round trip later.
     */
    private boolean goesOn(QpState qp, SplittableRandom random) {
        boolean lost = lost(0, random);
        while (lost || qp.nowNanos() < outageNanos) {
            FabricPath.Phase phase = path.at(qp.nowNanos());
            if (!lost) {
                // Got through before the outage was over: forward progress, and the next packet.
                awaitAcknowledgement(qp, phase.roundTripNanos());
                lost = !qp.failed() && lost(qp.nowNanos(), random);
            } else if (qp.expiresAtNanos() == Long.MAX_VALUE) {
                return false;
            } else {
                lost = retransmit(qp, phase, random);
            }
            if (qp.failed()) {
                return false;
            }
        }
        return true;
    }

    private boolean lost(long nanos, SplittableRandom random) {
        double loss = path.at(nanos).loss();
        return loss > 0 && (loss == 1 || random.nextDouble() < loss);
    }

    /** True when what is sent again is lost again. */
    private boolean retransmit(QpState qp, FabricPath.Phase phase, SplittableRandom random) {
        if (phase.outage()) {
            long from = qp.nowNanos();
            long armed = qp.armedNanos();
            long times = engine.timeoutsBefore(qp, path.endOfPhase(from));
            sent(from + armed, armed, times);
        }
        if (!engine.timeout(qp)) {
            return true;
        }
        sent(qp.nowNanos(), 0, 1);
        return lost(qp.nowNanos(), random);
    }

    private void awaitAcknowledgement(QpState qp, long roundTrip) {
        long due = qp.nowNanos() + roundTrip;
        while (qp.expiresAtNanos() < due) {
            if (!engine.timeout(qp)) {
                return;
            }
            sent(qp.nowNanos(), 0, 1);
            spurious++;
        }
        engine.progress(qp, due - qp.nowNanos());
    }

    /** Books retransmissions at equal distances. */
    private void sent(long first, long distance, long times) {
        retransmissions += times;
        long at = first;
        long left = times;
        while (left > 0) {
            int slot = (int) Math.min(SLOTS - 1L, at / slotNanos);
            long inSlot = slot == SLOTS - 1 || distance == 0
                    ? left
                    : Math.min(left, ((slot + 1) * slotNanos - at + distance - 1) / distance);
            load[slot] += inSlot;
            left -= inSlot;
            at += inSlot * distance;
        }
    }
}
