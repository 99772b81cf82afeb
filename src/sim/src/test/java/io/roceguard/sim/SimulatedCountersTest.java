// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.roceguard.adp.ConnectX6Measured;
import io.roceguard.counter.CounterSample;
import io.roceguard.counter.CounterValue;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SimulatedCountersTest {

    private final AtomicLong clock = new AtomicLong(-5_000_000_000L);
    private final AtomicBoolean adaptive = new AtomicBoolean(true);

    private SimulatedCounters counters(Scenario scenario, long seed) {
        return new SimulatedCounters(
                scenario,
                seed,
                2,
                clock::get,
                () -> new TimeoutsInForce.OfFirmware(new ConnectX6Measured(TimeoutsInForce.TIMING, adaptive.get())));
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    private static long value(CounterSample sample, String counter) {
        return ((CounterValue.Present) sample.values().get(counter)).value();
    }

    @Test
    void hasEveryCounterOfBothDirectories() {
        assertThat(counters(Scenario.CALM, 1).read(1).values())
                .containsOnlyKeys(
                        // always
                        "rx_write_requests",
                        "rx_read_requests",
                        "rx_atomic_requests",
                        "rx_dct_connect",
                        "out_of_buffer",
                        // out_of_seq_cnt, retransmission_q_counters
                        "out_of_sequence",
                        "duplicate_request",
                        "rnr_nak_retry_err",
                        "packet_seq_err",
                        "implied_nak_seq_err",
                        "local_ack_timeout_err",
                        // enhanced_error_q_counters
                        "resp_local_length_error",
                        "resp_cqe_error",
                        "req_cqe_error",
                        "req_remote_invalid_request",
                        "req_remote_access_errors",
                        "resp_remote_access_errors",
                        "resp_cqe_flush_error",
                        "req_cqe_flush_error",
                        "req_transport_retries_exceeded",
                        "req_rnr_retries_exceeded",
                        // roce_accl
                        "roce_adp_retrans",
                        "roce_adp_retrans_to",
                        "roce_slow_restart",
                        "roce_slow_restart_cnps",
                        "roce_slow_restart_trans",
                        // congestion, icrc, setting
                        "rp_cnp_ignored",
                        "rp_cnp_handled",
                        "np_ecn_marked_roce_packets",
                        "np_cnp_sent",
                        "rx_icrc_encapsulated",
                        "lifespan",
                        // counters/
                        "port_xmit_data",
                        "port_rcv_data",
                        "port_xmit_packets",
                        "port_rcv_packets",
                        "unicast_xmit_packets",
                        "unicast_rcv_packets",
                        "multicast_xmit_packets",
                        "multicast_rcv_packets",
                        "symbol_error",
                        "link_error_recovery",
                        "link_downed",
                        "port_rcv_errors",
                        "port_rcv_remote_physical_errors",
                        "port_rcv_switch_relay_errors",
                        "port_xmit_discards",
                        "port_xmit_constraint_errors",
                        "port_rcv_constraint_errors",
                        "local_link_integrity_errors",
                        "excessive_buffer_overrun_errors",
                        "VL15_dropped",
                        "port_xmit_wait");
    }

    @Test
    void startAtZeroBesideTheSetting() {
        Map<String, CounterValue> values =
                counters(Scenario.DEAD_PATH, 1).read(1).values();

        assertThat(values).containsEntry("lifespan", new CounterValue.Present(10));
        values.forEach((name, value) -> {
            if (!name.equals("lifespan")) {
                assertThat(value).as(name).isEqualTo(new CounterValue.Present(0));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("io.roceguard.sim.Scenario#shipped")
    void twoReadingsAtTheSameInstantAreEqual(Scenario scenario) {
        SimulatedCounters counters = counters(scenario, 7);
        pass(Duration.ofMillis(98_765));

        assertThat(counters.read(1)).isEqualTo(counters.read(1));
        assertThat(counters.read(1).takenNanos()).isEqualTo(clock.get());
    }

    @ParameterizedTest
    @MethodSource("io.roceguard.sim.Scenario#shipped")
    void howOftenTheyAreReadDoesNotMatter(Scenario scenario) {
        SimulatedCounters often = counters(scenario, 7);
        SimulatedCounters once = counters(scenario, 7);
        for (int i = 0; i < 1000; i++) {
            pass(Duration.ofMillis(333));
            often.read(1);
        }

        assertThat(often.read(1)).isEqualTo(once.read(1));
        assertThat(often.read(2)).isEqualTo(once.read(2));
    }

    @Test
    void seedsAndPortsDiffer() {
        SimulatedCounters one = counters(Scenario.LOSSY, 1);
        SimulatedCounters other = counters(Scenario.LOSSY, 2);
        pass(Duration.ofMinutes(1));

        assertThat(one.read(1).values()).isNotEqualTo(other.read(1).values());
        assertThat(one.read(1).values()).isNotEqualTo(one.read(2).values());
    }

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    /** The seed is the argument, so a failure names it. An hour, in which no 32-bit counter wraps. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void countersNeverFallWhateverIsSwitchedMeanwhile(long seed) {
        Random random = new Random(seed);
        Scenario scenario =
                Scenario.of(Scenario.ids().get(random.nextInt(Scenario.ids().size())));
        SimulatedCounters counters = counters(scenario, seed);
        CounterSample before = counters.read(1);
        for (int step = 0; step < 600; step++) {
            pass(Duration.ofMillis(random.nextInt(10_000)));
            if (random.nextInt(10) == 0) {
                counters.settle();
                adaptive.set(!adaptive.get());
            }
            CounterSample after = counters.read(1);
            for (String name : after.values().keySet()) {
                assertThat(value(after, name))
                        .as("seed %d step %d scenario %s %s", seed, step, scenario, name)
                        .isGreaterThanOrEqualTo(value(before, name));
            }
            before = after;
        }
    }

    @Test
    void lossesShowAsAdaptiveRetransmissionsOrElseAsTimeouts() {
        SimulatedCounters counters = counters(Scenario.LOSSY, 3);
        pass(Duration.ofSeconds(100));
        CounterSample on = counters.read(1);
        counters.settle();
        adaptive.set(false);
        pass(Duration.ofSeconds(100));
        CounterSample off = counters.read(1);

        assertThat(value(on, "roce_adp_retrans")).isCloseTo(4000, within(450L));
        assertThat(value(on, "local_ack_timeout_err")).isZero();
        assertThat(value(off, "roce_adp_retrans")).isEqualTo(value(on, "roce_adp_retrans"));
        assertThat(value(off, "local_ack_timeout_err")).isCloseTo(4000, within(450L));
    }

    @Test
    void aCalmFabricRetransmitsNothing() {
        SimulatedCounters counters = counters(Scenario.CALM, 3);
        pass(Duration.ofDays(1));
        CounterSample sample = counters.read(2);

        assertThat(value(sample, "rx_write_requests")).isPositive();
        for (String loss : new String[] {
            "roce_adp_retrans", "local_ack_timeout_err", "packet_seq_err", "req_transport_retries_exceeded"
        }) {
            assertThat(value(sample, loss)).as(loss).isZero();
        }
    }

    @Test
    void queueCountersWrapAt32BitsAndPacketCountersDoNot() {
        SimulatedCounters counters = counters(Scenario.CALM, 3);
        pass(Duration.ofHours(1));
        long hourly = value(counters.read(1), "rx_write_requests");
        pass(Duration.ofHours(23));
        CounterSample sample = counters.read(1);

        assertThat(24 * hourly).isGreaterThan(1L << 32);
        assertThat(value(sample, "rx_write_requests")).isCloseTo(24 * hourly & 0xffff_ffffL, within(50L));
        assertThat(value(sample, "port_xmit_packets")).isGreaterThan(1L << 32);
        assertThat((double) value(sample, "port_xmit_data") / value(sample, "port_xmit_packets"))
                .isCloseTo(1040, Percentage.withPercentage(0.1));
    }

    @Test
    void aFlappingLinkIsDownOnceInEachPeriodAndCountsIt() {
        SimulatedCounters counters = counters(Scenario.LINK_FLAP, 11);
        long downSeconds = 0;
        for (int second = 0; second < 10 * 120; second++) {
            downSeconds += counters.linkDown(1) ? 1 : 0;
            pass(Duration.ofSeconds(1));
        }

        assertThat(downSeconds).isBetween(50L, 70L);
        assertThat(value(counters.read(1), "link_downed")).isEqualTo(10);
    }

    @Test
    void nothingIsReceivedWhileTheLinkIsDown() {
        SimulatedCounters counters = counters(Scenario.LINK_FLAP, 11);
        while (!counters.linkDown(1)) {
            pass(Duration.ofSeconds(1));
        }
        CounterSample before = counters.read(1);
        pass(Duration.ofSeconds(3));
        CounterSample after = counters.read(1);

        assertThat(counters.linkDown(1)).isTrue();
        assertThat(value(after, "port_rcv_packets")).isEqualTo(value(before, "port_rcv_packets"));
        assertThat(value(after, "roce_adp_retrans")).isGreaterThan(value(before, "roce_adp_retrans"));
    }

    @Test
    void saturatingCountersStayAtTheirHighestValue() {
        SimulatedCounters counters = counters(Scenario.LINK_FLAP, 11);
        pass(Duration.ofDays(30));

        assertThat(value(counters.read(1), "link_downed")).isEqualTo(0xff);
    }

    @Test
    void aDeadPathKillsQueuePairsAndTheLinkStaysUp() {
        SimulatedCounters counters = counters(Scenario.DEAD_PATH, 5);
        pass(Duration.ofMinutes(30));
        CounterSample sample = counters.read(1);

        assertThat(value(sample, "req_transport_retries_exceeded")).isEqualTo(100);
        assertThat(value(sample, "req_cqe_error")).isGreaterThan(value(sample, "req_cqe_flush_error"));
        assertThat(value(sample, "local_ack_timeout_err")).isPositive();
        assertThat(value(sample, "link_downed")).isZero();
        assertThat(counters.linkDown(1)).isFalse();
    }

    @Test
    void aClockThatStepsBackChangesNothing() {
        SimulatedCounters counters = counters(Scenario.LOSSY, 5);
        pass(Duration.ofMinutes(1));
        CounterSample before = counters.read(1);
        pass(Duration.ofSeconds(-30));

        assertThat(counters.read(1).values()).isEqualTo(before.values());
    }

    @Test
    void aPortThatDoesNotExistIsNamedWithThoseThatDo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> counters(Scenario.CALM, 1).read(3))
                .withMessage("This NIC has ports 1..2: port=3");
    }
}
