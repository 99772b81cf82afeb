// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Timeouts of queue pairs without a profile: the specification, a measurement, rdma_cm, and what people get wrong. */
class LegacyTimeoutsTest {

    static Stream<Map<String, Object>> golden() {
        return GoldenAdp.objects(GoldenAdp.file("adp_analysis.json").get("legacy_ibta")).stream();
    }

    @ParameterizedTest
    @MethodSource("golden")
    void goldenTimeouts(Map<String, Object> vector) {
        IbtaTimeout timeout = new IbtaTimeout(
                new QpTiming(GoldenAdp.integer(vector, "ack_timeout"), GoldenAdp.integer(vector, "retry_cnt")));

        assertThat(timeout.eachNanos()).isEqualTo(GoldenAdp.number(vector, "T"));
        assertThat(timeout.nominalNanos()).isEqualTo(GoldenAdp.number(vector, "nominal"));
        assertThat(timeout.latestNanos()).isEqualTo(GoldenAdp.number(vector, "max_4x"));
        assertThat(timeout.lastRetransmissionNanos()).isEqualTo(GoldenAdp.number(vector, "last_retx"));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "ack_timeout.csv", numLinesToSkip = 1)
    void settingsOfTheField(int ackTimeout, String each, int retryCount, String total, String latest, String note) {
        assertThat(TimingLints.of(ackTimeout, retryCount).valid()).isEqualTo(retryCount <= 7);
        if (each.equals("inf") || retryCount > 7) {
            assertThat(TimingLints.of(ackTimeout, retryCount).findings()).isNotEmpty();
            return;
        }
        IbtaTimeout timeout = new IbtaTimeout(new QpTiming(ackTimeout, retryCount));
        assertMillis(timeout.eachNanos(), each);
        assertMillis(timeout.lastRetransmissionNanos(), total);
        assertMillis(timeout.latestNanos(), latest);
    }

    private static void assertMillis(long nanos, String millis) {
        double expected = Double.parseDouble(millis);
        assertThat(nanos / 1e6).isCloseTo(expected, within(expected * 1e-5));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 7, L_ACK_INFINITE",
        "60, 7, L_ACK_INFINITE",
        "18, 15, L_RETRY_WIDTH",
        "14, 7, L_ACK_BELOW_LEAST",
        "20, 7, L_DETECTION_LONG",
        "18, 0, L_RETRY_ZERO",
        "18, 7, ''"
    })
    void whatPeopleDidNotMean(int ackTimeout, int retryCount, String code) {
        assertThat(TimingLints.of(ackTimeout, retryCount).findings())
                .extracting(Finding::code)
                .isEqualTo(code.isEmpty() ? List.of() : List.of(code));
    }

    @Test
    void sayHowLongADeadPathTakesAtTheLatest() {
        assertThat(TimingLints.of(20, 7).findings().get(0).message())
                .isEqualTo("A dead path is expected to be reported after 30.1 s and may take up to 137.4 s.");
    }

    @ParameterizedTest
    @CsvSource({"14, 7, 6, 536.870912, 3662", "20, 7, 10, 8589.934592, 59765"})
    void theMeasuredConnectX6(int ackTimeout, int retryCount, int adaptive, double interval, long detection) {
        ConnectX6Measured measured = new ConnectX6Measured(new QpTiming(ackTimeout, retryCount), true);

        assertThat(measured.adaptiveRetransmissions()).isEqualTo(adaptive);
        assertThat(measured.intervalNanos() / 1e6).isEqualTo(interval);
        assertThat(measured.detectionNanos() / 1_000_000).isEqualTo(detection);
    }

    @Test
    void theMeasuredStepsFollowEachOther() {
        ConnectX6Measured measured = new ConnectX6Measured(new QpTiming(20, 7), true);

        assertThat(measured.adaptiveRetransmissions(8_599_999)).isZero();
        assertThat(measured.adaptiveRetransmissions(30_000_000)).isEqualTo(2);
        assertThat(measured.adaptiveRetransmissions(60_000_000_000L)).isEqualTo(10);
    }

    @Test
    void theMeasuredConnectX6WithoutItsLeastAckTimeout() {
        ConnectX6Measured measured = new ConnectX6Measured(new QpTiming(8, 7), false);

        assertThat(measured.adaptiveRetransmissions()).isZero();
        assertThat(measured.intervalNanos()).isEqualTo(1_048_576);
        assertThat(measured.detectionNanos() / 1e6).isCloseTo(9.5, within(0.1));
    }

    @Test
    void withoutATimerThereAreNoTimeouts() {
        assertThatThrownBy(() -> new IbtaTimeout(new QpTiming(0, 7))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ConnectX6Measured(new QpTiming(0, 7), true))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"18, 16, 19", "16, 16, 18", "14, 16, 17", "10, 16, 16", "31, 16, 31", "15, 15, 17"})
    void rdmaCmAddsTheDelayOfTheDevice(int packetLifeTime, int localCaAckDelay, int ackTimeout) {
        assertThat(CmAckTimeout.of(packetLifeTime, localCaAckDelay)).isEqualTo(ackTimeout);
    }
}
