// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.adp.AdpEngine;
import io.roceguard.adp.AdpProfile;
import io.roceguard.adp.AdpReading;
import io.roceguard.adp.DeadPath;
import io.roceguard.adp.ProfileLimits;
import io.roceguard.adp.QpTiming;
import io.roceguard.adp.RecoveryDelays;
import io.roceguard.adp.TimeoutRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedFabricTest {

    private static final QpTiming TIMING = new QpTiming(14, 7);
    private static final AdpProfile FAST =
            profile(12, 5, 3, new TimeoutRange(5, 3, 2, 2, 0), new TimeoutRange(8, 2, 2, 1, 0));
    private static final AdpProfile FLAP = profile(
            18,
            8,
            3,
            new TimeoutRange(8, 3, 2, 1, 0),
            new TimeoutRange(11, 3, 4, 1, 0),
            new TimeoutRange(14, 1, 1, 0, 1));
    private static final AdpProfile SAMPLE =
            new AdpProfile(4, 1, 0, 1, true, 0, 0, 2, List.of(new TimeoutRange(0, 2, 1, 1, 0)));
    private static final long ROUND_TRIP = 10_000;

    private static AdpProfile profile(int total, int initLow, int initSize, TimeoutRange... ranges) {
        return new AdpProfile(4, 1, 0, ranges.length, false, total, initLow, initSize, List.of(ranges));
    }

    private static FabricRun run(AdpProfile profile, long outage, double loss, long seed, int queuePairs) {
        AdpEngine engine = new AdpEngine(profile, TIMING, ProfileLimits.USUAL, AdpReading.DEFAULT);
        return new SimulatedFabric(engine, FabricPath.outage(outage, loss, ROUND_TRIP), outage, seed)
                .run(queuePairs, 2 * outage + 1, percent -> {});
    }

    /** Pearson's, with as many degrees of freedom as there are outcomes but one; 99.9 % lie below 3 times that plus 11. */
    private static void assertAgrees(FabricRun run, RecoveryDelays exact) {
        double square = 0;
        for (RecoveryDelays.Outcome outcome : exact.outcomes()) {
            double expected = run.queuePairs() * outcome.probability().doubleValue();
            long seen = run.recoveries()
                    .filter(delay -> delay == outcome.delayNanos())
                    .count();
            square += (seen - expected) * (seen - expected) / expected;
        }
        double failed = run.queuePairs() * exact.failure().doubleValue();
        assertThat(run.failed() == 0).isEqualTo(failed == 0);
        if (failed > 0) {
            square += Math.pow(run.failed() - failed, 2) / failed;
        }
        assertThat(square).isLessThan(3.0 * exact.outcomes().size() + 11);
        assertThat(run.recovered() + run.failed()).isEqualTo(run.queuePairs());
    }

    @ParameterizedTest
    @ValueSource(longs = {100_000, 1_000_000, 10_000_000, 14_848_001, 16_000_000})
    void recoveryAgreesWithTheExactDistribution(long outage) {
        assertAgrees(run(FAST, outage, 0, 1, 100_000), DeadPath.of(FAST, TIMING).recovery(outage));
    }

    @Test
    void allThatFailsDoesSoWhenTheExactAnalysisSays() {
        FabricRun run = run(FAST, 60_000_000_000L, 0, 1, 1000);
        DeadPath exact = DeadPath.of(FAST, TIMING);

        assertThat(run.recovered()).isZero();
        assertThat(run.failures().boxed().distinct())
                .containsExactlyInAnyOrderElementsOf(exact.detectionByExponent().values());
        assertThat(run.retransmissions())
                .isBetween(
                        1000 * exact.retransmissions().min(),
                        1000 * exact.retransmissions().max());
        assertThat(run.load().sum()).isEqualTo(run.retransmissions());
    }

    @Test
    void aStormIsCountedAndNotPlayed() {
        FabricRun run = run(SAMPLE, 1_000_000_000L, 0, 1, 20_000);

        assertThat(run.retransmissions()).isEqualTo(20_000L * 58_720);
        assertThat(run.load().sum()).isEqualTo(run.retransmissions());
    }

    @Test
    void theSameSeedGivesTheSameRunAndAnotherAnother() {
        List<Long> first =
                run(FLAP, 100_000_000, 0.01, 7, 500).recoveries().boxed().toList();

        assertThat(run(FLAP, 100_000_000, 0.01, 7, 500).recoveries().boxed()).containsExactlyElementsOf(first);
        assertThat(run(FLAP, 100_000_000, 0.01, 8, 500).recoveries().boxed().toList())
                .isNotEqualTo(first);
    }

    @Test
    void lossAfterTheOutageDelaysSome() {
        long slowest = run(FLAP, 100_000_000, 0.5, 7, 2000).recoveryPercentile(1);

        assertThat(slowest).isGreaterThan(run(FLAP, 100_000_000, 0, 7, 2000).recoveryPercentile(1));
    }

    @Test
    void aRoundTripLongerThanTheTimeoutsMakesRetransmissionsOfWhatWasNotLost() {
        AdpEngine engine = new AdpEngine(FAST, new QpTiming(20, 7), ProfileLimits.USUAL, AdpReading.DEFAULT);
        FabricPath slow = new FabricPath(
                List.of(new FabricPath.Phase(0, 0, 10_000_000), new FabricPath.Phase(100_000_000, 0, 10_000_000)));
        FabricRun run = new SimulatedFabric(engine, slow, 100_000_000, 1).run(10, 200_000_000, percent -> {});

        assertThat(run.spurious()).isPositive().isEqualTo(run.retransmissions());
        assertThat(run.failed()).isZero();
    }

    @Test
    void percentilesAreOfThoseThatWentOn() {
        FabricRun run = new FabricRun(4, new long[] {1, 2, 3, 40}, new long[0], 9, 0, new long[] {4, 5}, 10);

        assertThat(run.recoveryPercentile(0)).isEqualTo(1);
        assertThat(run.recoveryPercentile(0.5)).isEqualTo(2);
        assertThat(run.recoveryPercentile(1)).isEqualTo(40);
        assertThat(run.failurePercentile(1)).isEqualTo(-1);
        assertThat(run.peakLoad()).isEqualTo(5);
    }

    @Test
    void theProgressEndsAtAHundred() {
        AdpEngine engine = new AdpEngine(FAST, TIMING, ProfileLimits.USUAL, AdpReading.DEFAULT);
        List<Integer> told = new ArrayList<>();
        new SimulatedFabric(engine, FabricPath.outage(1000, 0, ROUND_TRIP), 1000, 1).run(7, 2000, told::add);

        assertThat(told).endsWith(100).isSorted();
    }

    @Test
    void phasesThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new FabricPath(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FabricPath(List.of(new FabricPath.Phase(5, 0, 1))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FabricPath.Phase(0, 1.5, 1)).hasMessageContaining("loss=1.5");
        assertThatThrownBy(() -> new FabricPath.Phase(0, Double.NaN, 1)).hasMessageContaining("loss=NaN");
    }
}
