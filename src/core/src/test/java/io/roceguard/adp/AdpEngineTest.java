// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AdpEngineTest {

    /** The vectors leave longer ones out. */
    private static final int MOST_STEPS = 40;

    static Stream<Arguments> golden() {
        return Stream.of("adp_cases.json", "adp_cases_alt.json")
                .flatMap(file -> GoldenAdp.objects(GoldenAdp.file(file).get("cases")).stream())
                .map(vector -> Arguments.of(vector.get("id") + " " + vector.get("note"), vector));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("golden")
    void goldenVector(String name, Map<String, Object> vector) {
        Map<String, Object> expected = GoldenAdp.object(vector.get("expect"));
        AdpEngine engine = new AdpEngine(
                GoldenAdp.profile(vector.get("profile")),
                GoldenAdp.timing(vector.get("qp")),
                GoldenAdp.limits(vector.get("caps")),
                GoldenAdp.reading(vector.get("options")));
        Replay replay = new Replay(engine, GoldenAdp.integer(vector, "initial_exponent"));
        for (Object event : (List<?>) vector.get("events")) {
            replay.play(event);
        }

        assertThat(initialExponents(engine)).isEqualTo(expected.get("initial_exponents_allowed"));
        Object total = expected.get("total_ns");
        assertThat(engine.totalNanos()).isEqualTo(total == null ? Long.MAX_VALUE : ((Number) total).longValue());
        assertThat(replay.qp.failed()).isEqualTo(expected.get("failed"));
        assertThat(replay.qp.failed() ? AdpEngine.RETRY_EXC : 0).isEqualTo(expected.get("wc_status"));
        assertThat(replay.qp.nowNanos()).isEqualTo(GoldenAdp.number(expected, "elapsed_ns"));
        assertThat(replay.qp.retransmissions()).isEqualTo(GoldenAdp.number(expected, "retransmissions"));
        assertThat(replay.qp.range()).isEqualTo(expected.get("final_range"));
        assertThat(replay.qp.exponent()).isEqualTo(expected.get("final_exp"));
        assertThat(replay.runs).isEqualTo(longs((List<?>) expected.get("runs")));
        if (expected.containsKey("steps")) {
            assertThat(replay.steps).isEqualTo(steps(GoldenAdp.objects(expected.get("steps"))));
        }
    }

    private static List<Integer> initialExponents(AdpEngine engine) {
        int low = engine.lowestInitialExponent();
        return IntStream.range(low, low + engine.initialExponents()).boxed().toList();
    }

    private static List<List<Long>> longs(List<?> rows) {
        return rows.stream()
                .map(row -> ((List<?>) row)
                        .stream().map(number -> ((Number) number).longValue()).toList())
                .toList();
    }

    private static List<String> steps(List<Map<String, Object>> steps) {
        return steps.stream()
                .map(step -> step.get("event") + " t=" + step.get("t_ns") + " range=" + step.get("range") + " exp="
                        + step.get("exp") + " uses=" + step.get("uses") + " armed="
                        + (step.get("armed_ns") == null ? 0 : step.get("armed_ns")) + " retransmissions="
                        + step.get("retransmissions") + " failed=" + step.get("failed"))
                .toList();
    }

    /** Plays the events of a vector and writes down what its {@code runs} and {@code steps} hold. */
    private static final class Replay {

        private final AdpEngine engine;
        private final QpState qp;
        private final List<List<Long>> runs = new ArrayList<>();
        private final List<String> steps = new ArrayList<>();

        Replay(AdpEngine engine, int initialExponent) {
            this.engine = engine;
            this.qp = engine.send(initialExponent);
            happened("send");
        }

        void play(Object event) {
            if (event instanceof Map<?, ?> map) {
                if (map.get("ack") instanceof Number after) {
                    engine.progress(qp, after.longValue());
                    happened("ack");
                } else {
                    for (int i = ((Number) map.get("timeouts")).intValue(); i > 0; i--) {
                        timeout();
                    }
                }
            } else if (event.equals("timeout")) {
                timeout();
            } else {
                while (!qp.failed()) {
                    timeout();
                }
            }
        }

        private void timeout() {
            if (!qp.failed()) {
                engine.timeout(qp);
                happened("timeout");
            }
        }

        private void happened(String event) {
            if (qp.armedNanos() > 0) {
                run((long) qp.range(), (long) qp.exponent(), qp.armedNanos());
            }
            if (steps.size() <= MOST_STEPS) {
                steps.add(event + " t=" + qp.nowNanos() + " range=" + qp.range() + " exp=" + qp.exponent() + " uses="
                        + qp.uses() + " armed=" + qp.armedNanos() + " retransmissions=" + qp.retransmissions()
                        + " failed=" + qp.failed());
            }
        }

        private void run(long range, long exponent, long armed) {
            List<Long> last = runs.isEmpty() ? List.of() : runs.get(runs.size() - 1);
            if (!last.isEmpty() && last.subList(0, 3).equals(List.of(range, exponent, armed))) {
                runs.set(runs.size() - 1, List.of(range, exponent, armed, last.get(3) + 1));
            } else {
                runs.add(List.of(range, exponent, armed, 1L));
            }
        }
    }

    private static final TimeoutRange RANGE = new TimeoutRange(3, 4, 2, 1, 0);

    private static AdpProfile profile(int retxTotalTimeout, TimeoutRange... ranges) {
        return new AdpProfile(4, 1, 0, ranges.length, false, retxTotalTimeout, 3, 2, List.of(ranges));
    }

    private static AdpEngine engine(AdpProfile profile, QpTiming timing) {
        return new AdpEngine(profile, timing, ProfileLimits.USUAL, AdpReading.DEFAULT);
    }

    @Test
    void withoutAnAckTimeoutNoTimerRunsAndNothingFails() {
        AdpEngine engine = engine(profile(12, RANGE), new QpTiming(0, 7));
        QpState qp = engine.send(3);

        assertThat(engine.totalNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(qp.armedNanos()).isZero();
        assertThat(qp.expiresAtNanos()).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(() -> engine.timeout(qp)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void timesThatDoNotFitStayAtTheGreatest() {
        AdpProfile profile = profile(255, new TimeoutRange(250, 6, 1, 1, 0));
        AdpEngine engine = new AdpEngine(
                profile, new QpTiming(0, 7), ProfileLimits.USUAL, GoldenAdp.reading(Map.of("ack_zero", "UNCAPPED")));
        QpState qp = engine.send(4);

        assertThat(engine.totalNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(qp.armedNanos()).isEqualTo(64_000);
        engine.timeout(qp);
        assertThat(qp.armedNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(qp.expiresAtNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aTimeoutThatIsRetriedForeverIsNeverLeftUnderThatReading() {
        AdpEngine engine = new AdpEngine(
                profile(20, new TimeoutRange(4, 4, 0, 1, 0)),
                new QpTiming(20, 7),
                ProfileLimits.USUAL,
                GoldenAdp.reading(Map.of("zero_retry", "FOREVER")));
        QpState qp = engine.send(3);
        for (int i = 0; i < 1000; i++) {
            engine.timeout(qp);
        }

        assertThat(qp.exponent()).isEqualTo(4);
    }

    @Test
    void progressBeforeTheFirstTimeoutResolvesTheRangeUnderThatReading() {
        AdpProfile profile = profile(20, RANGE);
        QpState usual = engine(profile, new QpTiming(14, 7)).send(4);
        engine(profile, new QpTiming(14, 7)).progress(usual, 100);
        AdpEngine resolving = new AdpEngine(
                profile,
                new QpTiming(14, 7),
                ProfileLimits.USUAL,
                GoldenAdp.reading(Map.of("progress_first", "RESOLVE")));
        QpState resolved = resolving.send(4);
        resolving.progress(resolved, 100);

        assertThat(List.of(usual.range(), usual.exponent())).containsExactly(-1, 4);
        assertThat(List.of(resolved.range(), resolved.exponent())).containsExactly(0, 3);
    }

    @Test
    void theRangeBelowIsEnteredAtOnceUnderThatReading() {
        AdpProfile profile = profile(24, new TimeoutRange(3, 2, 1, 1, 0), new TimeoutRange(5, 3, 1, 2, 0));
        AdpEngine engine = new AdpEngine(
                profile, new QpTiming(20, 7), ProfileLimits.USUAL, GoldenAdp.reading(Map.of("prev_move", "SAME_ACK")));
        QpState qp = engine.send(3);
        for (int i = 0; i < 4; i++) {
            engine.timeout(qp);
        }
        assertThat(List.of(qp.range(), qp.exponent())).containsExactly(1, 7);
        engine.progress(qp, 1);

        assertThat(List.of(qp.range(), qp.exponent())).containsExactly(0, 4);
    }

    @Test
    void aQueuePairThatHasFailedMakesNoProgress() {
        AdpEngine engine = engine(profile(0, RANGE), new QpTiming(14, 7));
        QpState qp = engine.send(3);

        assertThat(engine.timeout(qp)).isFalse();
        assertThatThrownBy(() -> engine.progress(qp, 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aProfileThatDefinesNoTimeoutsIsRefusedByTheFieldThatIsWrong() {
        assertRefused(profile(12), "range_num is 0");
        assertRefused(profile(12, new TimeoutRange(3, 0, 1, 1, 0)), "range_size_0 is 0");
        assertRefused(profile(12, new TimeoutRange(3, 1, 1, 3, 0)), "dec_mode_0 is reserved");
        assertRefused(profile(12, RANGE, new TimeoutRange(8, 1, 1, 1, 1)), "prev_range_index_1 is not below 1");
        assertRefused(new AdpProfile(0, 1, 0, 1, false, 9, 3, 1, List.of(RANGE)), "time_base is 0");
        assertRefused(new AdpProfile(4, 1, 0, 1, false, 9, 3, 0, List.of(RANGE)), "timeout_init_range_size is 0");
        assertRefused(new AdpProfile(4, 1, 1, 1, false, 9, 3, 1, List.of(RANGE)), "start_range_index");
        assertThatThrownBy(() -> engine(profile(12, RANGE), new QpTiming(14, 7)).send(5))
                .hasMessage("An initial exponent is 3..4: 5");
    }

    private static void assertRefused(AdpProfile profile, String why) {
        assertThatThrownBy(() -> engine(profile, new QpTiming(14, 7)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }
}
