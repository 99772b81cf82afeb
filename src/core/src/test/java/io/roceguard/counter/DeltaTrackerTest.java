// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.roceguard.counter.CounterDelta.First;
import io.roceguard.counter.CounterDelta.Moved;
import io.roceguard.counter.CounterDelta.Reset;
import io.roceguard.counter.CounterDelta.Saturated;
import io.roceguard.counter.CounterValue.Present;
import io.roceguard.counter.CounterValue.Unavailable;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaTrackerTest {

    private static final long SECOND = 1_000_000_000L;

    private final DeltaTracker tracker = new DeltaTracker(CounterCatalog.of("mlx5_core"));
    private long nanos = -5 * SECOND;

    private CounterDeltas read(Map<String, CounterValue> values) {
        nanos += SECOND;
        return tracker.update(new CounterSample(1, nanos, values, null));
    }

    private CounterDelta read(String name, long value) {
        return read(Map.of(name, new Present(value))).byName().get(name);
    }

    private CounterDelta move(String name, long from, long to) {
        read(name, from);
        return read(name, to);
    }

    @ParameterizedTest
    @CsvSource({
        "rx_write_requests, 4294967290, 10, 16",
        "local_ack_timeout_err, 4294967295, 3, 4",
        "rx_write_requests, 3809045607, 12, 485921701",
        "np_cnp_sent, 4294967295, 4294967299, 4",
        "port_rcv_data, 230539874932483, 230539874932484, 1",
        "local_ack_timeout_err, 2705, 2705, 0"
    })
    void movesByTheDifferenceAlsoOverThe32BitWrap(String name, long from, long to, long delta) {
        assertThat(move(name, from, to)).isEqualTo(new Moved(delta));
    }

    @ParameterizedTest
    @CsvSource({
        "local_ack_timeout_err, 2705, 0",
        "rx_write_requests, 3221225472, 0",
        "rx_write_requests, 4294967295, 1073741824",
        "np_cnp_sent, 4294967290, 10",
        "np_cnp_sent, 9223372036854775807, 0",
        "brand_new_counter, 4294967290, 10",
        "symbol_error, 65535, 0"
    })
    void implausibleFallIsAResetWithoutMovement(String name, long from, long to) {
        CounterDelta change = move(name, from, to);

        assertThat(change).isEqualTo(new Reset(from, to));
        assertThat(change.delta()).isZero();
    }

    @Test
    void countsOnFromTheValueAfterAReset() {
        move("local_ack_timeout_err", 2705, 0);

        assertThat(read("local_ack_timeout_err", 7)).isEqualTo(new Moved(7));
    }

    @ParameterizedTest
    @CsvSource({"excessive_buffer_overrun_errors, 15", "port_rcv_errors, 14", "port_xmit_wait, 4294967295"})
    void absoluteValueAtStartIsOnlyABaseline(String name, long value) {
        CounterDelta change = read(name, value);

        assertThat(change).isEqualTo(new First(value));
        assertThat(change.delta()).isZero();
    }

    @Test
    void counterAtItsCeilingIsSaturatedAndNotQuiet() {
        assertThat(move("excessive_buffer_overrun_errors", 13, 15)).isEqualTo(new Saturated(2));
        assertThat(read("excessive_buffer_overrun_errors", 15)).isEqualTo(new Saturated(0));
        assertThat(read("excessive_buffer_overrun_errors", 0)).isEqualTo(new Reset(15, 0));
    }

    @ParameterizedTest
    @CsvSource({"link_downed, 254, 256", "link_downed, 255, 256", "symbol_error, 65535, 70000"})
    void valueAboveTheNominalWidthMeansAWiderCounter(String name, long from, long to) {
        assertThat(move(name, from, to)).isEqualTo(new Moved(to - from));
        assertThat(read(name, to)).isEqualTo(new Moved(0));
    }

    @Test
    void widerPmaCounterSaturatesAtItsRealCeiling() {
        assertThat(move("symbol_error", 70_000, 4294967295L)).isEqualTo(new Saturated(4294967295L - 70_000));
        assertThat(read("symbol_error", 4294967296L)).isEqualTo(new Moved(1));
    }

    @Test
    void counterProvedWiderThan32BitsDoesNotWrapThere() {
        read("packet_seq_err", 4294967296L);
        read("packet_seq_err", 4294967290L);

        assertThat(read("packet_seq_err", 10)).isEqualTo(new Reset(4294967290L, 10));
    }

    @Test
    void gaugesAndSettingsNeverMove() {
        DeltaTracker bnxt = new DeltaTracker(CounterCatalog.of("bnxt_en"));
        Map<String, CounterValue> values = Map.of("active_qps", new Present(4), "lifespan", new Present(12));

        assertThat(bnxt.update(new CounterSample(1, 0, values, null)).byName()).isEmpty();
        assertThat(bnxt.update(new CounterSample(1, SECOND, values, null)).byName())
                .isEmpty();
    }

    @Test
    void counterThatReturnsStartsWithANewBaseline() {
        read("port_rcv_errors", 14);

        assertThat(read(Map.of("port_rcv_errors", new Unavailable("no_pma"))).byName())
                .isEmpty();
        assertThat(read("port_rcv_errors", 20)).isEqualTo(new First(20));
        assertThat(read("port_rcv_errors", 21)).isEqualTo(new Moved(1));
    }

    @Test
    void hiddenPortForgetsItsBaselines() {
        read("port_rcv_errors", 14);
        tracker.update(new CounterSample(1, 0, Map.of(), "hidden_by_netns"));

        assertThat(read("port_rcv_errors", 20)).isEqualTo(new First(20));
    }

    @Test
    void ratesArePerSecondOfTheTimeBetweenTheReadings() {
        tracker.update(new CounterSample(1, 10, sample(0, 0, 7), null));
        CounterDeltas deltas = tracker.update(new CounterSample(1, 10 + 2 * SECOND, sample(5, 4294967295L, 0), null));

        assertThat(deltas.elapsedNanos()).isEqualTo(2 * SECOND);
        assertThat(deltas.perSecond()).containsExactly(entry("roce_adp_retrans", 2.5));
    }

    private static Map<String, CounterValue> sample(long retransmissions, long waits, long downs) {
        return Map.of(
                "roce_adp_retrans",
                new Present(retransmissions),
                "port_xmit_wait",
                new Present(waits),
                "link_downed",
                new Present(downs));
    }

    @Test
    void sameReadingTwiceMovesNothingAndHasNoRate() {
        CounterSample sample = new CounterSample(1, SECOND, Map.of("roce_adp_retrans", new Present(3)), null);
        tracker.update(sample);
        CounterDeltas again = tracker.update(sample);

        assertThat(again.byName()).containsExactly(entry("roce_adp_retrans", new Moved(0)));
        assertThat(again.elapsedNanos()).isZero();
        assertThat(again.perSecond()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void movementsAddUpToWhatA32BitCounterCounted(long seed) {
        Random random = new Random(seed);
        long total = random.nextInt() & 0xffffffffL;
        long start = total;
        read("rx_write_requests", total & 0xffffffffL);
        long sum = 0;
        for (int step = 0; step < 1_000; step++) {
            total += random.nextInt(1 << 30);
            CounterDelta change = read("rx_write_requests", total & 0xffffffffL);
            assertThat(change).as("seed %d, step %d", seed, step).isInstanceOf(Moved.class);
            sum += change.delta();
        }
        assertThat(sum).as("seed %d", seed).isEqualTo(total - start);
    }
}
