// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The event loop and the closed form, on 100,000 random profiles under random readings. */
class EngineAgainstDeadPathTest {

    private static final int PROFILES = 5000;
    private static final int MOST_EVENTS = 3000;

    static IntStream seeds() {
        return IntStream.range(1, 21);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void agree(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int compared = 0;
        while (compared < PROFILES) {
            if (compare(random, seed)) {
                compared++;
            }
        }
    }

    /** False where the queue pair has too many events to be played, or never fails. */
    private static boolean compare(SplittableRandom random, int seed) {
        AdpProfile profile = profile(random);
        QpTiming timing =
                new QpTiming(random.nextInt(32), random.nextInt(8), random.nextInt(4) == 0 ? random.nextInt(40) : null);
        AdpReading reading = reading(random);
        ProfileLimits limits = new ProfileLimits(1000L << random.nextInt(4), 4, 1, true, true);
        DeadPath path = DeadPath.of(profile, timing, limits, reading);
        if (!path.fails() || path.retransmissions().max() > MOST_EVENTS) {
            return false;
        }
        AdpEngine engine = new AdpEngine(profile, timing, limits, reading);
        String what = "seed " + seed + ": " + profile + " " + timing + " " + limits + " " + reading;
        int exponent = path.initialExponents()
                .get(random.nextInt(path.initialExponents().size()));
        QpState qp = engine.send(exponent);
        List<Long> sent = new ArrayList<>();
        while (engine.timeout(qp)) {
            sent.add(qp.nowNanos());
        }
        assertThat(path.detectionByExponent().get(exponent)).as(what).isEqualTo(qp.nowNanos());
        assertThat(path.retransmissionsByExponent().get(exponent)).as(what).isEqualTo(sent.size());
        assertThat(sent(path.timeline(exponent))).as(what).isEqualTo(sent);
        return true;
    }

    /** Many timeouts in one step, and one by one. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void stepsOfEqualTimersAreTheSameAsSingleOnes(int seed) {
        SplittableRandom random = new SplittableRandom(-seed);
        for (int i = 0; i < 300; i++) {
            AdpProfile profile = profile(random);
            QpTiming timing = new QpTiming(1 + random.nextInt(31), random.nextInt(8));
            AdpEngine engine = new AdpEngine(profile, timing, ProfileLimits.USUAL, reading(random));
            QpState single = engine.send(profile.initLow());
            QpState leaping = engine.send(profile.initLow());
            for (int step = 0; step < 40 && !single.failed(); step++) {
                long times = single.armedNanos() == 0
                        ? 0
                        : engine.timeoutsBefore(
                                leaping, leaping.nowNanos() + random.nextLong(1 + 200 * leaping.armedNanos()));
                for (long n = 0; n < times; n++) {
                    assertThat(engine.timeout(single)).isTrue();
                }
                if (single.armedNanos() == 0) {
                    break;
                }
                assertThat(engine.timeout(leaping)).isEqualTo(engine.timeout(single));
                assertThat(List.of(leaping.nowNanos(), leaping.retransmissions(), (long) leaping.exponent(), (long)
                                leaping.uses()))
                        .as("seed " + seed + ": " + profile + " " + timing)
                        .isEqualTo(List.of(single.nowNanos(), single.retransmissions(), (long) single.exponent(), (long)
                                single.uses()));
            }
        }
    }

    private static List<Long> sent(List<TimeoutSegment> timeline) {
        List<Long> sent = new ArrayList<>();
        for (TimeoutSegment segment : timeline) {
            for (long n = 1; n <= segment.count(); n++) {
                sent.add(segment.sentAt(n));
            }
        }
        return sent;
    }

    private static AdpProfile profile(SplittableRandom random) {
        int ranges = 1 + random.nextInt(4);
        List<TimeoutRange> given = new ArrayList<>();
        int low = random.nextInt(6);
        for (int r = 0; r < ranges; r++) {
            int size = 1 + random.nextInt(5);
            int retryNum = random.nextInt(20) == 0 ? random.nextInt(1024) : random.nextInt(6);
            given.add(new TimeoutRange(low, size, retryNum, random.nextInt(3), r == 0 ? 0 : random.nextInt(r)));
            low += Math.max(1, size - 2 + random.nextInt(6));
        }
        return new AdpProfile(
                1 << random.nextInt(6),
                1,
                random.nextInt(ranges),
                ranges,
                random.nextBoolean(),
                random.nextInt(random.nextInt(10) == 0 ? 256 : 30),
                random.nextInt(20),
                1 + random.nextInt(6),
                given);
    }

    private static AdpReading reading(SplittableRandom random) {
        return new AdpReading(
                any(random, AdpReading.Upper.values()),
                any(random, AdpReading.InitRule.values()),
                any(random, AdpReading.EnterNext.values()),
                any(random, AdpReading.AfterLast.values()),
                any(random, AdpReading.ZeroRetry.values()),
                any(random, AdpReading.CapMode.values()),
                any(random, AdpReading.AckZero.values()),
                any(random, AdpReading.TotalCheck.values()),
                any(random, AdpReading.TotalRetries.values()),
                any(random, AdpReading.ProgressFirst.values()),
                any(random, AdpReading.DecUnit.values()),
                any(random, AdpReading.PrevMove.values()),
                any(random, AdpReading.EnterPrev.values()));
    }

    private static <E> E any(SplittableRandom random, E[] values) {
        return values[random.nextInt(values.length)];
    }
}
