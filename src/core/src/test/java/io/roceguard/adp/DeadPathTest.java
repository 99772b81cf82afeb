// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

class DeadPathTest {

    private static final long ROUND_TRIP = 20_000;
    private static final int QUEUE_PAIRS = 16;

    static Stream<Arguments> golden() {
        return GoldenAdp.objects(GoldenAdp.file("adp_analysis.json").get("profiles")).stream()
                .map(vector -> Arguments.of(vector.get("name"), vector));
    }

    private static DeadPath path(Map<String, Object> vector) {
        return DeadPath.of(GoldenAdp.profile(vector.get("profile")), GoldenAdp.timing(vector.get("qp")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("golden")
    void goldenFigures(String name, Map<String, Object> vector) {
        DeadPath path = path(vector);

        assertThat(path.totalNanos()).hasValue(GoldenAdp.number(vector, "total_ns"));
        assertSpread(path.detectionNanos().orElseThrow(), path.detectionByExponent(), vector.get("detection_ns"));
        assertSpread(
                path.retransmissions(), path.retransmissionsByExponent(), vector.get("retransmissions_until_failure"));
        assertSurvived(path, 0, vector.get("survived_ns"));
        assertSurvived(path, ROUND_TRIP, vector.get("survived_rtt_20us_ns"));
        Number worst = (Number) vector.get("worst_recovery_delay_0_to_sure_ns");
        assertThat(path.worstRecoveryNanos())
                .isEqualTo(worst == null ? OptionalLong.empty() : OptionalLong.of(worst.longValue()));
        Object failure = vector.get("p_fail_loss_1_in_10");
        if (!failure.equals("omitted")) {
            assertThat(path.failureByLoss(Rational.of(1, 10)).orElseThrow()).hasToString(failure.toString());
        }
    }

    private static void assertSpread(Spread spread, Map<Integer, Long> byExponent, Object expected) {
        Map<String, Object> figures = GoldenAdp.object(expected);
        assertThat(spread.min()).isEqualTo(GoldenAdp.number(figures, "min"));
        assertThat(spread.max()).isEqualTo(GoldenAdp.number(figures, "max"));
        assertThat(spread.mean()).hasToString(figures.get("mean").toString());
        Map<Integer, Long> each = new TreeMap<>();
        GoldenAdp.object(figures.get("per_initial_exponent"))
                .forEach((exponent, value) -> each.put(Integer.valueOf(exponent), ((Number) value).longValue()));
        assertThat(byExponent).isEqualTo(each);
    }

    private static void assertSurvived(DeadPath path, long roundTrip, Object expected) {
        Map<String, Object> figures = GoldenAdp.object(expected);
        assertThat(path.surelySurvivedNanos(roundTrip)).hasValue(GoldenAdp.number(figures, "sure"));
        assertThat(path.atBestSurvivedNanos(roundTrip)).hasValue(GoldenAdp.number(figures, "best"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("golden")
    void goldenOutages(String name, Map<String, Object> vector) {
        DeadPath path = path(vector);
        for (Map<String, Object> outage : GoldenAdp.objects(vector.get("outages"))) {
            long length = GoldenAdp.number(outage, "L_ns");
            RecoveryDelays delays = path.recovery(length);

            assertThat(distribution(delays)).as("outage %d", length).isEqualTo(outage.get("distribution"));
            assertThat(delays.allSurvive(QUEUE_PAIRS))
                    .hasToString(outage.get("p_all_16_survive").toString());
            assertThat(String.valueOf(delays.meanSlowest(QUEUE_PAIRS)))
                    .isEqualTo(String.valueOf(outage.get("mean_slowest_of_16_ns")));
            Spread retransmissions = path.retransmissionsDuring(length);
            Map<String, Object> expected = GoldenAdp.object(outage.get("retransmissions"));
            assertThat(retransmissions.min()).isEqualTo(GoldenAdp.number(expected, "min"));
            assertThat(retransmissions.max()).isEqualTo(GoldenAdp.number(expected, "max"));
            assertThat(retransmissions.mean()).hasToString(expected.get("mean").toString());
        }
    }

    /** As the vectors write it: the failures last and without a delay. */
    private static List<List<Object>> distribution(RecoveryDelays delays) {
        List<List<Object>> rows = new ArrayList<>();
        for (RecoveryDelays.Outcome outcome : delays.outcomes()) {
            long delay = outcome.delayNanos();
            Object number = delay == (int) delay ? (Object) (int) delay : (Object) delay;
            rows.add(List.of(number, outcome.probability().toString()));
        }
        if (!delays.failure().equals(Rational.ZERO)) {
            rows.add(Arrays.asList(null, delays.failure().toString()));
        }
        return rows;
    }

    @ParameterizedTest
    @CsvFileSource(resources = "profiles.csv")
    void tableOfProfiles(
            String name,
            String total,
            String detectMin,
            String detectMean,
            String detectMax,
            long sentMin,
            String sentMean,
            long sentMax,
            String sure,
            String best,
            String worst) {
        TableProfiles.Named named = TableProfiles.ALL.get(name);
        DeadPath path = DeadPath.of(named.profile(), named.timing());
        Spread detection = path.detectionNanos().orElseThrow();

        assertThat(TableProfiles.rounded(path.totalNanos().orElseThrow())).isEqualTo(total);
        assertThat(TableProfiles.rounded(detection.min())).isEqualTo(detectMin);
        assertThat(TableProfiles.rounded(detection.mean().doubleValue())).isEqualTo(detectMean);
        assertThat(TableProfiles.rounded(detection.max())).isEqualTo(detectMax);
        assertThat(path.retransmissions().min()).isEqualTo(sentMin);
        assertThat(path.retransmissions().mean()).hasToString(sentMean);
        assertThat(path.retransmissions().max()).isEqualTo(sentMax);
        assertThat(TableProfiles.rounded(path.surelySurvivedNanos(0).orElseThrow()))
                .isEqualTo(sure);
        assertThat(TableProfiles.rounded(path.atBestSurvivedNanos(0).orElseThrow()))
                .isEqualTo(best);
        assertThat(TableProfiles.rounded(path.worstRecoveryNanos().orElseThrow()))
                .isEqualTo(worst);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "recovery.csv")
    void tableOfRecoveries(String name, String outage, String min, String mean, String max, String sent) {
        TableProfiles.Named named = TableProfiles.ALL.get(name);
        DeadPath path = DeadPath.of(named.profile(), named.timing());
        long nanos = nanos(outage);
        RecoveryDelays delays = path.recovery(nanos);

        if (min.equals("fails")) {
            assertThat(delays.failure()).isEqualTo(Rational.ONE);
            assertThat(delays.mean()).isNull();
            return;
        }
        assertThat(TableProfiles.rounded(delays.min().orElseThrow())).isEqualTo(min);
        assertThat(TableProfiles.rounded(delays.mean().doubleValue())).isEqualTo(mean);
        assertThat(TableProfiles.rounded(delays.max().orElseThrow())).isEqualTo(max);
        assertThat(TableProfiles.number(path.retransmissionsDuring(nanos).mean().doubleValue()))
                .isEqualTo(sent);
    }

    private static long nanos(String text) {
        String number = text.replaceAll("[a-z]", "");
        long unit = switch (text.substring(number.length())) {
            case "us" -> 1_000;
            case "ms" -> 1_000_000;
            default -> 1_000_000_000;
        };
        return Long.parseLong(number) * unit;
    }

    @ParameterizedTest
    @CsvFileSource(resources = "readings.csv")
    void tableOfReadings(String reading, String name, String detectMin, String detectMax, long sentMin, long sentMax) {
        TableProfiles.Named named = TableProfiles.ALL.get(name);
        String[] option = reading.split("=", -1);
        AdpReading other = option.length == 1 ? AdpReading.DEFAULT : GoldenAdp.reading(Map.of(option[0], option[1]));
        DeadPath path = DeadPath.of(named.profile(), named.timing(), ProfileLimits.USUAL, other);
        Spread detection = path.detectionNanos().orElseThrow();

        assertThat(TableProfiles.rounded(detection.min())).isEqualTo(detectMin);
        assertThat(TableProfiles.rounded(detection.max())).isEqualTo(detectMax);
        assertThat(path.retransmissions().min()).isEqualTo(sentMin);
        assertThat(path.retransmissions().max()).isEqualTo(sentMax);
    }

    @Test
    void aQueuePairWithoutAckTimeoutNeverFailsAndNeverGoesOn() {
        DeadPath path = DeadPath.of(TableProfiles.ALL.get("fast").profile(), new QpTiming(0, 7));

        assertThat(path.fails()).isFalse();
        assertThat(path.detectionNanos()).isEmpty();
        assertThat(path.totalNanos()).isEmpty();
        assertThat(path.surelySurvivedNanos(0)).isEmpty();
        assertThat(path.worstRecoveryNanos()).isEmpty();
        assertThat(path.retransmissions().max()).isZero();
        assertThat(path.recovery(1000).failure()).isEqualTo(Rational.ONE);
        assertThat(path.peakPerSecond()).isZero();
        assertThat(path.steadyPerSecond()).isZero();
    }

    @Test
    void aTotalBeyondThreeCenturiesIsNone() {
        AdpProfile sample = TableProfiles.ALL.get("sample").profile();
        AdpProfile huge = new AdpProfile(4, 1, 0, 1, false, 255, 0, 2, sample.ranges());
        DeadPath path = DeadPath.of(huge, new QpTiming(14, 7));

        assertThat(path.totalNanos()).isEmpty();
        assertThat(path.fails()).isFalse();
        assertThat(path.retransmissions().min()).isEqualTo(Long.MAX_VALUE);
        assertThat(path.recovery(1_000_000).max()).hasValue(4000);
    }

    @Test
    void loadIsThatOfTheShortestAndOfTheLastTimer() {
        TableProfiles.Named fast = TableProfiles.ALL.get("fast");
        DeadPath path = DeadPath.of(fast.profile(), fast.timing());

        assertThat(path.peakPerSecond()).isEqualTo(1e9 / 128_000);
        assertThat(path.steadyPerSecond()).isEqualTo(1e9 / 2_048_000);
    }

    @Test
    void aQueuePairThatAnEarlierOutageLeftAtTheTopHasTheSameTotalAndCoarserSteps() {
        TableProfiles.Named fast = TableProfiles.ALL.get("fast");
        DeadPath adapted = DeadPath.adapted(fast.profile(), fast.timing(), ProfileLimits.USUAL, AdpReading.DEFAULT);

        assertThat(adapted.initialExponents()).containsExactly(9);
        assertThat(adapted.detectionNanos().orElseThrow().min()).isEqualTo(8 * 2_048_000);
        assertThat(adapted.retransmissions().min()).isEqualTo(7);
        assertThat(adapted.surelySurvivedNanos(0)).hasValue(7 * 2_048_000);
    }

    @Test
    void theTimelineHasEachTimeoutWithItsUsesInOrder() {
        TableProfiles.Named fast = TableProfiles.ALL.get("fast");

        assertThat(DeadPath.of(fast.profile(), fast.timing()).timeline(7))
                .containsExactly(
                        new TimeoutSegment(-1, 7, 512_000, 1, 0),
                        new TimeoutSegment(1, 8, 1_024_000, 2, 512_000),
                        new TimeoutSegment(1, 9, 2_048_000, 6, 2_560_000));
    }

    @Test
    void namesTheRangesThatAreReached() {
        AdpProfile profile = new AdpProfile(
                4,
                1,
                0,
                3,
                false,
                5,
                2,
                2,
                List.of(
                        new TimeoutRange(2, 2, 1, 1, 0),
                        new TimeoutRange(4, 2, 1, 1, 0),
                        new TimeoutRange(9, 2, 1, 1, 1)));

        assertThat(DeadPath.of(profile, new QpTiming(20, 7)).reachedRanges()).containsExactly(0, 1);
    }
}
