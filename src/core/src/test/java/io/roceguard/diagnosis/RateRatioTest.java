// SPDX-License-Identifier: Apache-2.0
package io.roceguard.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.roceguard.diagnosis.RateRatio.Verdict;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateRatioTest {

    private static RateRatio of(long first, double firstTime, long second, double secondTime) {
        return new RateRatio(first, firstTime, second, secondTime, 1);
    }

    /** Closed forms: I_x(1, b) = 1 - (1-x)^b, I_x(a, 1) = x^a, and the symmetric I_0.5(a, a) = 0.5. */
    @ParameterizedTest
    @CsvSource({"0.3, 1, 4, 0.7599", "0.3, 3, 1, 0.027", "0.5, 7, 7, 0.5", "0.5, 2, 3, 0.6875", "0.99, 500, 500, 1"})
    void theIncompleteBetaFunctionHasItsKnownValues(double x, double a, double b, double expected) {
        assertThat(IncompleteBeta.of(x, a, b)).isCloseTo(expected, within(1e-9));
        assertThat(IncompleteBeta.logGamma(11)).isCloseTo(Math.log(3_628_800), within(1e-9));
    }

    /** Clopper and Pearson's interval for 5 of 10 is 0.1871 to 0.8129. */
    @Test
    void theIntervalIsThatOfClopperAndPearson() {
        RateRatio equal = of(5, 1, 5, 1);

        assertThat(equal.low()).isCloseTo(0.18709 / 0.81291, within(1e-4));
        assertThat(equal.high()).isCloseTo(0.81291 / 0.18709, within(1e-3));
        assertThat(equal.estimate()).isEqualTo(1);
        assertThat(equal.verdict()).isEqualTo(Verdict.CANNOT_TELL);
    }

    @Test
    void exposureCounts() {
        assertThat(of(100, 1000, 100, 100).verdict()).isEqualTo(Verdict.MORE);
        assertThat(of(100, 100, 100, 1000).verdict()).isEqualTo(Verdict.FEWER);
        assertThat(of(100, 1000, 10, 100).verdict()).isEqualTo(Verdict.CANNOT_TELL);
    }

    @Test
    void withoutEventsNothingIsExcluded() {
        RateRatio none = of(0, 100, 0, 100);

        assertThat(none.low()).isZero();
        assertThat(none.high()).isInfinite();
        assertThat(none.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(of(0, 100, 50, 100).verdict()).isEqualTo(Verdict.MORE);
        assertThat(of(50, 100, 0, 100).verdict()).isEqualTo(Verdict.FEWER);
    }

    @Test
    void burstsWidenTheInterval() {
        RateRatio bursts = new RateRatio(1000, 100, 1300, 100, 50);

        assertThat(of(1000, 100, 1300, 100).verdict()).isEqualTo(Verdict.MORE);
        assertThat(bursts.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(bursts.high() - bursts.low()).isGreaterThan(1);
    }

    @Test
    void whatIsNeededIsEnoughAboutThen() {
        RateRatio now = of(400, 1000, 30, 60);
        double factor = now.exposureNeeded();

        assertThat(now.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(factor).isBetween(1.5, 10.0);
        long more = Math.round(30 * factor * 1.2);
        assertThat(of(400, 1000, more, 60 * factor * 1.2).verdict()).isEqualTo(Verdict.MORE);
        assertThat(of(400, 1000, 24, 60).exposureNeeded()).as("equal rates").isInfinite();
        assertThat(of(3, 1000, 1, 200).exposureNeeded())
                .as("a first time with too few")
                .isInfinite();
    }

    @Test
    void theIntervalHoldsTheTruthInNinetyFiveOfHundredCases() {
        long seed = 20261207;
        SplittableRandom random = new SplittableRandom(seed);
        int runs = 1000;
        int held = 0;
        for (int run = 0; run < runs; run++) {
            long first = poisson(random, 40);
            long second = poisson(random, 20);
            RateRatio ratio = of(first, 100, second, 100);
            if (ratio.low() <= 0.5 && ratio.high() >= 0.5) {
                held++;
            }
        }
        assertThat(held).as("seed %d", seed).isGreaterThanOrEqualTo(950);
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
    void whatIsNoCountIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> of(-1, 1, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> of(0, 0, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new RateRatio(0, 1, 0, 1, 0.5));
    }
}
