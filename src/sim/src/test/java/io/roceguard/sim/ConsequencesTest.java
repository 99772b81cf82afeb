// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.roceguard.counter.CounterSample;
import io.roceguard.counter.CounterValue;
import io.roceguard.device.NicException;
import io.roceguard.device.QueuePair;
import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterEdit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the profile that is set does to the counters and queue pairs of the simulated NIC. */
class ConsequencesTest {

    /** Reports after 16.9 to 18 ms. */
    private static final String FAST = profile(
            12,
            "timeout_init_low_bound=5,timeout_init_range_size=3,range_num=2,"
                    + "range_low_bound_0=5,range_size_0=3,timeout_retry_num_0=2,dec_mode_0=2,prev_range_index_0=0,"
                    + "range_low_bound_1=8,range_size_1=2,timeout_retry_num_1=2,dec_mode_1=1,prev_range_index_1=0");

    /** Survives 16 s; its shortest timeout is 32.8 ms. */
    private static final String LONG_HAUL = profile(
            22,
            "timeout_init_low_bound=13,timeout_init_range_size=2,range_num=1,"
                    + "range_low_bound_0=13,range_size_0=6,timeout_retry_num_0=1,dec_mode_0=1,prev_range_index_0=0");

    private final AtomicLong clock = new AtomicLong();

    private static String profile(int total, String rest) {
        return "roce_adp_retrans_en=1,adp_retx_profile_id=1,time_base=4,time_unit=1,start_range_index=0,"
                + "qp_total_timeout=0,retx_total_timeout=" + total + "," + rest;
    }

    private SimulatedNic nic(String scenario, String profile) throws NicException {
        SimulatedInventory inventory = new SimulatedInventory(
                List.of(new SimulatedNicSpec("mlx5_0", CapabilityPreset.CX7_2025_07, 1)), scenario, 7, clock::get);
        SimulatedNic nic = inventory.nic("mlx5_0");
        if (!profile.isEmpty()) {
            nic.register()
                    .set(RegisterEdit.of(nic.register().get(0), MlxregText.parseAssignments(profile))
                            .image());
        }
        return nic;
    }

    private long count(SimulatedNic nic, String counter) throws NicException {
        CounterSample sample = nic.counters().read(1);
        return ((CounterValue.Present) sample.values().get(counter)).value();
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    @Test
    void aProfileThatReportsSoonLosesItsQueuePairsToEveryFlap() throws Exception {
        SimulatedNic nic = nic("link-flap", FAST);
        pass(Duration.ofMinutes(20));

        assertThat(count(nic, "req_transport_retries_exceeded")).isEqualTo(10 * 32);
        // 11 retransmissions of each, in the mean.
        assertThat(count(nic, "roce_adp_retrans")).isCloseTo(10 * 32 * 11, within(1L));
    }

    @Test
    void aProfileThatSurvivesTheFlapKeepsThem() throws Exception {
        SimulatedNic nic = nic("link-flap", LONG_HAUL);
        pass(Duration.ofMinutes(20));

        assertThat(count(nic, "req_transport_retries_exceeded")).isZero();
        assertThat(count(nic, "roce_adp_retrans")).isPositive();
        assertThat(nic.queuePairs().list()).noneMatch(QueuePair::inError);
    }

    @Test
    void duringAFlapTheQueuePairsOfSuchAProfileAreInErrorUntilItsEnd() throws Exception {
        SimulatedNic nic = nic("link-flap", FAST);
        while (!"DOWN".equals(nic.readPorts().get(0).state())) {
            pass(Duration.ofMillis(100));
        }
        pass(Duration.ofMillis(100));
        assertThat(nic.queuePairs().list()).filteredOn(QueuePair::inError).hasSize(4);

        pass(Duration.ofSeconds(6));
        assertThat(nic.queuePairs().list()).noneMatch(QueuePair::inError);
    }

    @Test
    void overALongDistanceShortTimeoutsSendAgainWhatNobodyHasLost() throws Exception {
        SimulatedNic firmware = nic("long-rtt", "");
        SimulatedNic fast = nic("long-rtt", LONG_HAUL.replace("=13", "=5"));
        SimulatedNic patient = nic("long-rtt", LONG_HAUL);
        pass(Duration.ofSeconds(100));

        assertThat(count(fast, "roce_adp_retrans")).isGreaterThan(10_000);
        assertThat(count(fast, "duplicate_request")).isGreaterThan(10_000);
        assertThat(count(fast, "req_transport_retries_exceeded")).isZero();
        assertThat(count(patient, "roce_adp_retrans")).isZero();
        assertThat(count(patient, "duplicate_request")).isZero();
        assertThat(count(firmware, "local_ack_timeout_err")).isZero();
    }

    @Test
    void aChangeOfTheProfileHoldsFromThenOn() throws Exception {
        SimulatedNic nic = nic("link-flap", FAST);
        pass(Duration.ofMinutes(20));
        long before = count(nic, "req_transport_retries_exceeded");

        nic.register()
                .set(RegisterEdit.of(nic.register().get(0), MlxregText.parseAssignments(LONG_HAUL))
                        .image());
        pass(Duration.ofMinutes(20));

        assertThat(count(nic, "req_transport_retries_exceeded")).isEqualTo(before);
    }

    @Test
    void aSlowReceiverIsNoLoss() throws Exception {
        SimulatedNic nic = nic("slow-receiver", "");
        pass(Duration.ofSeconds(10));

        assertThat(count(nic, "out_of_buffer")).isGreaterThan(20_000);
        assertThat(count(nic, "roce_adp_retrans")).isZero();
        assertThat(count(nic, "req_transport_retries_exceeded")).isZero();
    }

    @Test
    void incastCongestsAndLoses() throws Exception {
        SimulatedNic nic = nic("incast", "");
        pass(Duration.ofMinutes(10));

        assertThat(count(nic, "np_cnp_sent")).isGreaterThan(500_000);
        assertThat(count(nic, "packet_seq_err")).isGreaterThan(50_000);
        assertThat(count(nic, "roce_adp_retrans")).isBetween(2000L, 4000L);
    }

    @Test
    void aScenarioOfOnesOwn(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("mine.yaml"), """
                normal: {requests: 1000}
                period: 1m
                disturbance: 1s
                link_down: true
                outage_queue_pairs: 5
                """);
        SimulatedNic nic = nic(file.toString(), FAST);
        pass(Duration.ofMinutes(10));

        assertThat(count(nic, "req_transport_retries_exceeded")).isEqualTo(50);
        assertThat(count(nic, "link_downed")).isEqualTo(10);
    }

    @Test
    void aScenarioFileThatIsNoneSaysWhere(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("mine.yaml");
        assertThatThrownBy(() -> Scenario.of(file.toString())).hasMessageContaining("There is no scenario file");

        Files.writeString(file, "normal: {request: 1000}\n");
        assertThatThrownBy(() -> Scenario.of(file.toString()))
                .hasMessageContaining("mine.yaml:1:10: Unknown key request in normal. Did you mean requests?");
        Files.writeString(file, "normal: {requests: 1000}\nperiod: 10s\ndisturbance: 9s\n");
        assertThatThrownBy(() -> Scenario.of(file.toString()))
                .hasMessageContaining("mine.yaml:3:14: disturbance must be at most three quarters of period.");
    }
}
