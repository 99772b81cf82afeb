// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.diagnosis.Evidence;
import io.roceguard.diagnosis.RateComparison;
import io.roceguard.diagnosis.SpuriousRetransmission;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Whether the evidence after a change is significantly worse than before. Queue pairs that die weigh most: one that chance
 * brings in less than 1 of 20 cases is enough. Retransmissions come in bursts and may double without harm, so they must be
 * half as many again for each packet and beyond 1 in 1000 cases of chance.
 */
final class Guard {

    private static final double CHANCE_OF_DEATHS = 0.05;
    private static final double CHANCE_OF_RATIO = 0.001;
    private static final double LEAST_RATIO = 1.5;

    private Guard() {}

    /**
     * @param before the evidence before the change
     * @param after what was counted from poll to poll since
     * @return what is worse, a sentence; empty when nothing is, or nothing can be said yet
     */
    static Optional<String> worse(Set<GuardEvidence> watched, Baseline before, List<Evidence> after) {
        Evidence now = after.stream().reduce(Evidence.NONE, Evidence::then);
        if (watched.contains(GuardEvidence.RETRY_EXC) && dying(before.evidence(), now)) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "%d queue pairs died of RETRY_EXC in %.0f s, %d in %.0f s before",
                    now.retryExceeded(),
                    now.seconds(),
                    before.evidence().retryExceeded(),
                    before.evidence().seconds()));
        }
        double dispersion = Math.max(before.dispersion(), Baseline.dispersion(after));
        if (watched.contains(GuardEvidence.SPURIOUS)
                && !before.spurious()
                && SpuriousRetransmission.seenIn(after)
                && more(before.evidence(), now, Evidence::adaptive, dispersion)) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "%d adaptive retransmissions in %.0f s while nothing timed out, so they are spurious; %d in %.0f s"
                            + " before",
                    now.adaptive(),
                    now.seconds(),
                    before.evidence().adaptive(),
                    before.evidence().seconds()));
        }
        if (watched.contains(GuardEvidence.RATIO)
                && more(before.evidence(), now, Evidence::retransmissions, dispersion)) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "%d retransmissions of %d packets in %.0f s, %d of %d in %.0f s before",
                    now.retransmissions(),
                    now.packets(),
                    now.seconds(),
                    before.evidence().retransmissions(),
                    before.evidence().packets(),
                    before.evidence().seconds()));
        }
        return Optional.empty();
    }

    private static boolean dying(Evidence before, Evidence now) {
        return new RateComparison(before.retryExceeded(), before.seconds(), now.retryExceeded(), now.seconds(), 1)
                        .chance()
                < CHANCE_OF_DEATHS;
    }

    /** By packet where both times have a count of them, else by second. */
    private static boolean more(Evidence before, Evidence now, ToLongFunction<Evidence> count, double dispersion) {
        boolean packets = before.packets() > 0 && now.packets() > 0;
        RateComparison comparison = new RateComparison(
                count.applyAsLong(before),
                packets ? before.packets() : before.seconds(),
                count.applyAsLong(now),
                packets ? now.packets() : now.seconds(),
                dispersion);
        return comparison.chance() < CHANCE_OF_RATIO && comparison.ratio() >= LEAST_RATIO;
    }
}
