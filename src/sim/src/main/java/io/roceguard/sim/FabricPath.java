// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * What happens to packets on their way, by the time they are sent: phases one after another, the last without an end.
 * Times are nanoseconds since the beginning.
 */
public final class FabricPath {

    /**
     * A stretch of time in which the path does not change.
     *
     * @param fromNanos when it begins
     * @param loss probability that a packet or its acknowledgement is lost, each independently; 1 for an outage
     * @param roundTripNanos until the acknowledgement is back
     */
    public record Phase(long fromNanos, double loss, long roundTripNanos) {

        /** @throws IllegalArgumentException for what is no probability or no time */
        public Phase {
            if (!(loss >= 0 && loss <= 1) || roundTripNanos < 1 || fromNanos < 0) {
                throw new IllegalArgumentException(
                        "A phase has a loss of 0..1, a round trip of 1 ns or more and begins at 0 or later: loss="
                                + loss + " round_trip_ns=" + roundTripNanos + " from_ns=" + fromNanos);
            }
        }

        boolean outage() {
            return loss == 1;
        }
    }

    private final List<Phase> phases;

    /** @throws IllegalArgumentException unless the first phase begins at 0 and each later than the one before */
    public FabricPath(List<Phase> phases) {
        this.phases = List.copyOf(phases);
        for (int i = 0; i < this.phases.size(); i++) {
            long earliest = i == 0 ? 0 : this.phases.get(i - 1).fromNanos() + 1;
            if (this.phases.get(i).fromNanos() < earliest
                    || (i == 0 && this.phases.get(0).fromNanos() != 0)) {
                throw new IllegalArgumentException("Phases begin at 0 and each later than the one before: " + phases);
            }
        }
        if (this.phases.isEmpty()) {
            throw new IllegalArgumentException("A path has at least one phase.");
        }
    }

    /** One outage from the beginning on, then a path that loses some packets. */
    public static FabricPath outage(long outageNanos, double lossAfterwards, long roundTripNanos) {
        List<Phase> phases = new ArrayList<>();
        if (outageNanos > 0) {
            phases.add(new Phase(0, 1, roundTripNanos));
        }
        phases.add(new Phase(outageNanos, lossAfterwards, roundTripNanos));
        return new FabricPath(phases);
    }

    Phase at(long nanos) {
        int i = phases.size() - 1;
        while (phases.get(i).fromNanos() > nanos) {
            i--;
        }
        return phases.get(i);
    }

    /** When the phase of that moment is over; {@link Long#MAX_VALUE} for the last. */
    long endOfPhase(long nanos) {
        for (Phase phase : phases) {
            if (phase.fromNanos() > nanos) {
                return phase.fromNanos();
            }
        }
        return Long.MAX_VALUE;
    }
}
