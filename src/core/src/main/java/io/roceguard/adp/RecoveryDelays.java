// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How long after an outage a queue pair goes on, over all initial timeouts.
 *
 * @param outageNanos length of the outage, from the first transmission on
 * @param outcomes by delay, ascending
 * @param failure probability that the queue pair has failed before, or never sends again
 */
public record RecoveryDelays(long outageNanos, List<Outcome> outcomes, Rational failure) {

    /** A delay in nanoseconds and its probability. */
    public record Outcome(long delayNanos, Rational probability) {}

    public RecoveryDelays {
        outcomes = List.copyOf(outcomes);
    }

    /** The shortest; empty where none goes on. */
    public OptionalLong min() {
        return outcomes.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(outcomes.get(0).delayNanos());
    }

    /** The longest; empty where none goes on. */
    public OptionalLong max() {
        return outcomes.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(outcomes.get(outcomes.size() - 1).delayNanos());
    }

    /** Of those that go on; null where none does. */
    public @Nullable Rational mean() {
        return meanSlowest(1);
    }

    /** Probability that none of so many queue pairs fails. */
    public Rational allSurvive(int queuePairs) {
        return Rational.ONE.minus(failure).pow(queuePairs);
    }

    /** Mean delay of the slowest of so many queue pairs, given that none fails; null where all do. */
    public @Nullable Rational meanSlowest(int queuePairs) {
        Rational survival = Rational.ONE.minus(failure);
        if (survival.equals(Rational.ZERO)) {
            return null;
        }
        Rational mean = Rational.ZERO;
        Rational upTo = Rational.ZERO;
        Rational allBefore = Rational.ZERO;
        for (Outcome outcome : outcomes) {
            upTo = upTo.plus(outcome.probability());
            Rational allUpTo = upTo.dividedBy(survival).pow(queuePairs);
            mean = mean.plus(allUpTo.minus(allBefore).times(Rational.of(outcome.delayNanos())));
            allBefore = allUpTo;
        }
        return mean;
    }
}
