// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.metrics;

import static io.roceguard.agent.metrics.Nics.counters;
import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.agent.poll.QueuePairsState;
import io.roceguard.agent.poll.RegisterState;
import io.roceguard.register.AdpMode;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsTest {

    private final Nics nics = new Nics();
    private final Clock clock = Clock.offset(
            Clock.fixed(Instant.ofEpochMilli(Nics.POLLED_MILLIS), ZoneOffset.UTC), Duration.ofMillis(2500));
    private final Metrics metrics = new Metrics(nics, "1.2.3", clock);

    private Page scrape() {
        return Page.of(metrics.scrape(false));
    }

    /** Two NICs whose snapshots fill every family. */
    private void publishEverything() {
        nics.publish(Nics.nic(
                "mlx5_0",
                counters(
                        "port_rcv_data", 230539874932483L,
                        "port_xmit_data", 10,
                        "port_rcv_packets", 11,
                        "port_xmit_packets", 12,
                        "link_downed", 1,
                        "packet_seq_err", 2,
                        "local_ack_timeout_err", 2705,
                        "req_transport_retries_exceeded", 3,
                        "rnr_nak_retry_err", 4,
                        "req_rnr_retries_exceeded", 5,
                        "roce_slow_restart", 6,
                        "np_cnp_sent", 1333,
                        "out_of_sequence", 7,
                        "req_cqe_error", 8,
                        "symbol_error", "EINVAL",
                        "VL15_dropped", "EINVAL",
                        "port_rcv_errors", "no_pma",
                        "lifespan", 12)));
        nics.publish(Nics.nic("bnxt_re0", "bnxt_re", counters("active_qps", 9)));
        nics.publish(Nics.hidden("mlx5_1", "hidden_by_netns"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyFamilyIsExportedWithItsTypeAndHelp(boolean openMetrics) {
        publishEverything();

        Page page = Page.of(metrics.scrape(openMetrics));

        assertThat(page.types()).hasSize(Family.values().length);
        for (Family family : Family.values()) {
            String name = family.exportedName();
            boolean info = name.endsWith("_info");
            String metaName =
                    openMetrics && (family.counts() || info) ? name.substring(0, name.lastIndexOf('_')) : name;
            assertThat(page.types()).containsEntry(metaName, openMetrics && info ? "info" : family.type());
            assertThat(page.helps()).containsEntry(metaName, family.help());
            assertThat(page.lines(family)).as(name).isPositive();
        }
    }

    @Test
    void openMetricsPageEndsWithItsMarkAndTellsNoMadeUpCreationTimes() {
        publishEverything();

        String page = new String(metrics.scrape(true), StandardCharsets.UTF_8);

        assertThat(page).endsWith("# EOF\n").doesNotContain("_created");
        assertThat(Metrics.contentType(true)).startsWith("application/openmetrics-text");
        assertThat(Metrics.contentType(false)).startsWith("text/plain; version=0.0.4");
    }

    @Test
    void counterStandsUnderItsOwnNameAndUnderItsClass() {
        publishEverything();

        Page page = scrape();

        assertThat(page.value(Family.RDMA_HW_COUNTERS_TOTAL, "mlx5_0", "1", "local_ack_timeout_err"))
                .isEqualTo(2705);
        assertThat(page.value(Family.ACK_TIMEOUTS_TOTAL, "mlx5_0", "1", "local_ack_timeout_err"))
                .isEqualTo(2705);
        assertThat(page.value(Family.CONGESTION_EVENTS_TOTAL, "mlx5_0", "1", "np_cnp_sent"))
                .isEqualTo(1333);
        assertThat(page.lines(Family.ACK_TIMEOUTS_TOTAL)).isEqualTo(1);
    }

    @Test
    void queuePairsAreCountedByStateAndThoseOfTheKernelAreNotInError() {
        publishEverything();

        Page page = scrape();

        assertThat(page.value(Family.QUEUE_PAIRS, "mlx5_0", "ERR")).isEqualTo(2);
        assertThat(page.value(Family.QUEUE_PAIRS, "mlx5_0", "RTS")).isEqualTo(2);
        assertThat(page.value(Family.QUEUE_PAIRS_IN_ERROR, "mlx5_0")).isEqualTo(1);
        assertThat(page.value(Family.QUEUE_PAIRS_AGE_SECONDS, "mlx5_0")).isEqualTo(3.5);
    }

    @Test
    void queuePairsThatAreNotKnownGiveNoLine() {
        nics.publish(Nics.withQueuePairs("mlx5_0", new QueuePairsState.Unknown(false, "The kernel shows none.")));

        Page page = scrape();

        assertThat(page.lines(Family.QUEUE_PAIRS)).isZero();
        assertThat(page.lines(Family.QUEUE_PAIRS_IN_ERROR)).isZero();
        assertThat(page.lines(Family.QUEUE_PAIRS_AGE_SECONDS)).isZero();
    }

    @Test
    void portDataIsExportedInBytes() {
        publishEverything();

        Page page = scrape();

        assertThat(page.value(Family.PORT_RECEIVED_BYTES_TOTAL, "mlx5_0", "1")).isEqualTo(922159499729932.0);
        assertThat(page.value(Family.PORT_TRANSMITTED_BYTES_TOTAL, "mlx5_0", "1"))
                .isEqualTo(40);
        assertThat(page.value(Family.PORT_RECEIVED_PACKETS_TOTAL, "mlx5_0", "1"))
                .isEqualTo(11);
        assertThat(page.value(Family.PORT_TRANSMITTED_PACKETS_TOTAL, "mlx5_0", "1"))
                .isEqualTo(12);
    }

    @Test
    void amountsOfBytesOrTicksAreNotAddedToEvents() {
        nics.publish(Nics.nic("efa0", "efa", counters("retrans_bytes", 4096, "retrans_pkts", 4)));
        nics.publish(Nics.nic("mlx5_0", counters("port_xmit_wait", 100000)));

        Page page = scrape();

        assertThat(page.lines(Family.RETRANSMISSIONS_TOTAL)).isEqualTo(1);
        assertThat(page.lines(Family.CONGESTION_EVENTS_TOTAL)).isZero();
        assertThat(page.value(Family.RDMA_HW_COUNTERS_TOTAL, "efa0", "1", "retrans_bytes"))
                .isEqualTo(4096);
    }

    @Test
    void lifespanIsASettingInSecondsAndNoCounter() {
        publishEverything();

        Page page = scrape();

        assertThat(page.value(Family.COUNTERS_LIFESPAN_SECONDS, "mlx5_0", "1")).isEqualTo(0.012);
        assertThat(page.value(Family.RDMA_HW_COUNTERS_TOTAL, "mlx5_0", "1", "lifespan"))
                .isNull();
        assertThat(page.value(Family.RDMA_HW_GAUGES, "mlx5_0", "1", "lifespan")).isNull();
    }

    @Test
    void gaugeIsNotACounter() {
        publishEverything();

        Page page = scrape();

        assertThat(page.value(Family.RDMA_HW_GAUGES, "bnxt_re0", "1", "active_qps"))
                .isEqualTo(9);
        assertThat(page.value(Family.RDMA_HW_COUNTERS_TOTAL, "bnxt_re0", "1", "active_qps"))
                .isNull();
    }

    @Test
    void unavailableCountersAreAbsentAndCountedByReason() {
        publishEverything();

        Page page = scrape();

        assertThat(page.samples().keySet()).noneMatch(key -> key.contains("symbol_error"));
        assertThat(page.samples().values()).doesNotContain("NaN");
        assertThat(page.value(Family.COUNTERS_UNAVAILABLE, "mlx5_0", "1", "EINVAL"))
                .isEqualTo(2);
        assertThat(page.value(Family.COUNTERS_UNAVAILABLE, "mlx5_0", "1", "no_pma"))
                .isEqualTo(1);
        assertThat(page.value(Family.COUNTERS_HIDDEN, "mlx5_1", "1", "hidden_by_netns"))
                .isEqualTo(1);
    }

    @Test
    void counterThatBecomesUnavailableLeavesAndComesBack() {
        nics.publish(Nics.nic("mlx5_0", counters("packet_seq_err", 5, "out_of_sequence", 6)));
        assertThat(scrape().value(Family.RETRANSMISSIONS_TOTAL, "mlx5_0", "1", "packet_seq_err"))
                .isEqualTo(5);

        nics.publish(Nics.nic("mlx5_0", counters("packet_seq_err", "EINVAL", "out_of_sequence", 6)));
        Page without = scrape();
        assertThat(without.lines(Family.RETRANSMISSIONS_TOTAL)).isZero();
        assertThat(without.types()).doesNotContainKey(Family.RETRANSMISSIONS_TOTAL.exportedName());

        nics.publish(Nics.nic("mlx5_0", counters("packet_seq_err", 7, "out_of_sequence", 6)));
        assertThat(scrape().value(Family.RETRANSMISSIONS_TOTAL, "mlx5_0", "1", "packet_seq_err"))
                .isEqualTo(7);
    }

    @Test
    void vanishedNicLeavesNothingBehind() {
        publishEverything();
        scrape();

        nics.remove("mlx5_0");
        nics.remove("mlx5_1");

        assertThat(scrape().samples().keySet()).noneMatch(key -> key.contains("mlx5"));
    }

    @Test
    void negativeCounterIsShownAsZeroAndDoesNotBreakThePage() {
        nics.publish(Nics.nic("mlx5_0", counters("packet_seq_err", -5, "out_of_sequence", 6)));

        Page page = scrape();

        assertThat(page.value(Family.RETRANSMISSIONS_TOTAL, "mlx5_0", "1", "packet_seq_err"))
                .isZero();
        assertThat(page.value(Family.OUT_OF_ORDER_TOTAL, "mlx5_0", "1", "out_of_sequence"))
                .isEqualTo(6);
    }

    @Test
    void counterThatWasResetIsShownAsItStands() {
        nics.publish(Nics.nic("mlx5_0", counters("packet_seq_err", 500)));
        scrape();

        nics.publish(Nics.nic("mlx5_0", counters("packet_seq_err", 3)));

        assertThat(scrape().value(Family.RETRANSMISSIONS_TOTAL, "mlx5_0", "1", "packet_seq_err"))
                .isEqualTo(3);
    }

    @Test
    void valuesMoveOnAfterGarbageCollection() {
        nics.publish(Nics.nic("mlx5_0", counters("packet_seq_err", 1)));
        scrape();

        WeakReference<Object> canary = new WeakReference<>(new Object());
        while (canary.get() != null) {
            System.gc();
        }
        nics.publish(Nics.nic("mlx5_0", counters("packet_seq_err", 2)));

        Page page = scrape();
        assertThat(page.value(Family.RETRANSMISSIONS_TOTAL, "mlx5_0", "1", "packet_seq_err"))
                .isEqualTo(2);
        assertThat(page.value(Family.NIC_UP, "mlx5_0")).isEqualTo(1);
    }

    @Test
    void identityAndPollingAreTold() {
        nics.publish(Nics.nic("mlx5_0", counters()));

        Page page = scrape();

        assertThat(page.value(
                        Family.NIC_INFO,
                        "mlx5_0",
                        "0000:1a:00.0",
                        "0c42:a103:0065:1b2a",
                        "mlx5_core",
                        "28.46.1006",
                        "",
                        "MT4129"))
                .isEqualTo(1);
        assertThat(page.value(Family.BUILD_INFO, "1.2.3")).isEqualTo(1);
        assertThat(page.value(Family.NIC_UP, "mlx5_0")).isEqualTo(1);
        assertThat(page.value(Family.PORT_UP, "mlx5_0", "1")).isEqualTo(1);
        assertThat(page.value(Family.POLL_AGE_SECONDS, "mlx5_0")).isEqualTo(2.5);
        assertThat(page.value(Family.POLL_DURATION_SECONDS, "mlx5_0")).isEqualTo(0.0015);
        assertThat(page.value(Family.POLLS_TOTAL, "mlx5_0")).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            no_counters                                                               | no_counters
            Reading counters on mlx5_0 failed: EIO. Look at the kernel log.           | unreadable
            quarantined: Reading counters on mlx5_0 failed: EIO.                      | quarantined
            a_word_that_has_one_letter_too_many_41_41                                 | unreadable
            ''                                                                        | unreadable
            """)
    void reasonOfHiddenCountersIsAShortWord(String hidden, String label) {
        nics.publish(Nics.hidden("mlx5_0", hidden));

        Page page = scrape();
        assertThat(page.value(Family.COUNTERS_HIDDEN, "mlx5_0", "1", label)).isEqualTo(1);
        assertThat(page.lines(Family.COUNTERS_HIDDEN)).isEqualTo(1);
    }

    @Test
    void labelValueOfAnyTextKeepsThePageReadable() {
        nics.publish(Nics.nic("mlx5_0", counters("packet_seq_err", "a \"quoted\" \\ reason\nwith a line break")));

        assertThat(scrape().value(
                                Family.COUNTERS_UNAVAILABLE,
                                "mlx5_0",
                                "1",
                                "a \\\"quoted\\\" \\\\ reason\\nwith a line break"))
                .isEqualTo(1);
    }

    @Test
    void everyRegisterFieldIsExportedWhileTheRegisterIsKnown() {
        RegisterImage image = RegisterImage.zero()
                .with(RoceAccl.field("time_base"), 4)
                .with(RoceAccl.field("adp_retx_profile_id"), 1);
        nics.publish(Nics.withRegister("mlx5_0", new RegisterState.Known(image, 0)));

        Page page = scrape();

        assertThat(page.lines(Family.REGISTER_FIELD)).isEqualTo(RoceAccl.FIELDS.size());
        assertThat(page.value(Family.REGISTER_FIELD, "mlx5_0", "time_base")).isEqualTo(4);
        assertThat(page.value(Family.ADP_PROFILE_ID, "mlx5_0")).isEqualTo(1);

        nics.publish(Nics.withRegister("mlx5_0", new RegisterState.Unknown(true, "It is busy.")));

        Page unknown = scrape();
        assertThat(unknown.lines(Family.REGISTER_FIELD)).isZero();
        assertThat(unknown.lines(Family.ADP_PROFILE_ID)).isZero();
        assertThat(unknown.value(Family.ADP_MODE, "mlx5_0", "unknown")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, unsupported",
        "1, 0, 0, off",
        "1, 0, 1, off",
        "1, 1, 0, firmware",
        "1, 1, 1, profile",
        "0, 1, 0, firmware"
    })
    void exactlyTheModeThatHoldsIsOne(int select, int enabled, int profile, String mode) {
        RegisterImage image = RegisterImage.zero()
                .with(RoceAccl.field("roce_adp_retrans_field_select"), select)
                .with(RoceAccl.field("roce_adp_retrans_en"), enabled)
                .with(RoceAccl.field("adp_retx_profile_id"), profile);
        nics.publish(Nics.withRegister("mlx5_0", new RegisterState.Known(image, 0)));

        Page page = scrape();

        for (AdpMode each : AdpMode.values()) {
            assertThat(page.value(Family.ADP_MODE, "mlx5_0", each.label()))
                    .as(each.label())
                    .isEqualTo(each.label().equals(mode) ? 1 : 0);
        }
    }

    @Test
    void nicWithoutTheRegisterIsUnsupported() {
        nics.publish(Nics.hidden("irdma0", "no_counters"));

        assertThat(scrape().value(Family.ADP_MODE, "irdma0", "unsupported")).isEqualTo(1);
    }
}
