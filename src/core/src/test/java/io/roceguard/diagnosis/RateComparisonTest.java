// SPDX-License-Identifier: Apache-2.0
package io.roceguard.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateComparisonTest {

    private static RateComparison of(long first, double firstTime, long second, double secondTime) {
        return new RateComparison(first, firstTime, second, secondTime, 1);
    }

    /** P(X >= k) of the binomial distribution, from tables. */
    @ParameterizedTest
    @CsvSource({"0, 1, 1, 1, 0.5", "0, 1, 5, 1, 0.03125", "5, 1, 5, 1, 0.623047", "1, 3, 3, 1, 0.05078125"})
    void chanceIsTheTailOfTheBinomialDistribution(
            long first, double firstTime, long second, double secondTime, double expected) {
        assertThat(of(first, firstTime, second, secondTime).chance()).isCloseTo(expected, within(1e-6));
    }

    @Test
    void oneEventAfterALongTimeWithoutIsUnlikelyAndAfterAShortOneIsNot() {
        assertThat(of(0, 600, 1, 30).chance()).isLessThan(0.05);
        assertThat(of(0, 5, 1, 5).chance()).isGreaterThan(0.05);
    }

    @Test
    void nothingIsSaidWithoutExposureOrEvents() {
        assertThat(of(0, 0, 7, 10).chance()).isEqualTo(1);
        assertThat(of(5, 10, 0, 10).chance()).isEqualTo(1);
    }

    @Test
    void burstsCountOnce() {
        assertThat(of(100, 100, 140, 100).chance()).isLessThan(0.01);
        assertThat(new RateComparison(100, 100, 140, 100, 40).chance()).isGreaterThan(0.1);
    }

    @Test
    void manyEventsAreComparedWithoutSumming() {
        assertThat(of(1_000_000_000L, 100, 1_000_100_000L, 100).chance()).isGreaterThan(0.01);
        assertThat(of(1_000_000_000L, 100, 1_001_000_000L, 100).chance()).isLessThan(1e-6);
    }

    @Test
    void equalRatesSeldomLookWorse() {
        long seed = 20261207;
        SplittableRandom random = new SplittableRandom(seed);
        int alarms = 0;
        int runs = 2000;
        for (int run = 0; run < runs; run++) {
            if (of(poisson(random, 50), 100, poisson(random, 10), 20).chance() < 0.01) {
                alarms++;
            }
        }
        assertThat(alarms).as("seed %d", seed).isLessThan(runs / 50);
    }

    private static long poisson(SplittableRandom random, double mean) {
        double limit = Math.exp(-mean);
        long count = 0;
        for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
            count++;
        }
        return count;
    }

    @Test
    void theRatioIsOfTheRates() {
        assertThat(of(10, 100, 10, 10).ratio()).isCloseTo(10, within(1e-9));
        assertThat(of(0, 100, 1, 10).ratio()).isInfinite();
        assertThat(of(0, 100, 0, 10).ratio()).isZero();
    }
}
