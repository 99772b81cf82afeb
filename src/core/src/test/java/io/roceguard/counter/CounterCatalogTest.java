// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.counter.CounterKind.Behaviour;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CounterCatalogTest {

    private final CounterCatalog mlx5 = CounterCatalog.of("mlx5_core");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rx_write_requests",
                "packet_seq_err",
                "out_of_sequence",
                "local_ack_timeout_err",
                "roce_adp_retrans",
                "req_transport_retries_exceeded"
            })
    void queueCountersOfMlx5WrapAt32Bits(String name) {
        assertThat(mlx5.kind(name).behaviour()).isEqualTo(Behaviour.WRAPS);
        assertThat(mlx5.kind(name).width()).isEqualTo(32);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "np_cnp_sent",
                "np_ecn_marked_roce_packets",
                "rp_cnp_handled",
                "rp_cnp_ignored",
                "rx_icrc_encapsulated"
            })
    void congestionAndIcrcCountersOfMlx5Have64Bits(String name) {
        assertThat(mlx5.kind(name).width()).isEqualTo(64);
        assertThat(mlx5.kind(name).counterClass()).isIn(CounterClass.CONGESTION, CounterClass.ERROR);
    }

    @ParameterizedTest
    @CsvSource({
        "symbol_error, 16",
        "link_downed, 8",
        "link_error_recovery, 8",
        "excessive_buffer_overrun_errors, 4",
        "local_link_integrity_errors, 4",
        "port_rcv_errors, 16",
        "port_rcv_remote_physical_errors, 16",
        "port_rcv_switch_relay_errors, 16",
        "port_xmit_discards, 16",
        "port_xmit_constraint_errors, 8",
        "port_rcv_constraint_errors, 8",
        "VL15_dropped, 16",
        "port_xmit_wait, 32"
    })
    void errorCountersOfThePmaSaturateAtTheirWidth(String name, int width) {
        assertThat(mlx5.kind(name).behaviour()).isEqualTo(Behaviour.SATURATES);
        assertThat(mlx5.kind(name).width()).isEqualTo(width);
    }

    @ParameterizedTest
    @ValueSource(strings = {"port_xmit_data", "port_rcv_data"})
    void portDataCountsFourByteWords(String name) {
        assertThat(mlx5.kind(name).unit()).isEqualTo("4-byte words");
        assertThat(mlx5.kind(name).width()).isEqualTo(64);
        assertThat(mlx5.kind(name).counts()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx5_core", "efa", "bnxt_en", "no_such_driver"})
    void lifespanIsASettingInMillisecondsForEveryDriver(String driver) {
        CounterKind lifespan = CounterCatalog.of(driver).kind("lifespan");

        assertThat(lifespan.behaviour()).isEqualTo(Behaviour.SETTING);
        assertThat(lifespan.unit()).isEqualTo("ms");
        assertThat(lifespan.counts()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "mlx5_core, roce_adp_retrans, RETRANSMISSION",
        "mlx5_core, roce_adp_retrans_to, TIMEOUT",
        "mlx5_core, local_ack_timeout_err, TIMEOUT",
        "mlx5_core, req_transport_retries_exceeded, RETRY_EXCEEDED",
        "mlx5_core, req_rnr_retries_exceeded, RNR_EXCEEDED",
        "mlx5_core.sf, roce_slow_restart_cnps, SLOW_RESTART",
        "mlx4_core, sq_num_tree, RETRY_EXCEEDED",
        "bnxt_en, max_retry_exceeded, RETRY_EXCEEDED",
        "bnxt_re, to_retransmits, TIMEOUT",
        "bnxt_re, rp_cnp_handled, CONGESTION",
        "bnxt_re, rx_cnp_pkts, CONGESTION",
        "rdma_rxe, retry_exceeded_err, RETRY_EXCEEDED",
        "rdma_rxe, completer_retry_err, RETRANSMISSION",
        "efa, retrans_timeout_events, TIMEOUT",
        "efa, retrans_pkts, RETRANSMISSION",
        "efa, unresponsive_remote_events, RETRY_EXCEEDED",
        "mana, requester_timeout, TIMEOUT",
        "ice, cnpSent, CONGESTION",
        "hfi1, RcTimeOut, TIMEOUT"
    })
    void classComesFromTheTableOfTheDriver(String driver, String name, CounterClass expected) {
        assertThat(CounterCatalog.of(driver).kind(name).counterClass()).isEqualTo(expected);
    }

    @Test
    void receivedRnrNaksAreNoDeadQueuePair() {
        assertThat(mlx5.kind("rnr_nak_retry_err").counterClass()).isEqualTo(CounterClass.RNR);
    }

    @Test
    void activeObjectsOfBnxtAreGauges() {
        assertThat(CounterCatalog.of("bnxt_en").kind("active_qps").behaviour()).isEqualTo(Behaviour.GAUGE);
    }

    @Test
    void representorNamesMeanTheirBaseNames() {
        CounterKind vport = mlx5.kind("vport_local_ack_timeout_err");

        assertThat(vport.name()).isEqualTo("vport_local_ack_timeout_err");
        assertThat(vport.counterClass()).isEqualTo(CounterClass.TIMEOUT);
        assertThat(vport.width()).isEqualTo(32);
    }

    @Test
    void nameOfBothDirectoriesKeepsItsMeaningUnderItsPrefix() {
        CounterKind kind = CounterCatalog.of("rdma_rxe").kind("hw_link_downed");

        assertThat(kind.name()).isEqualTo("hw_link_downed");
        assertThat(kind.counterClass()).isEqualTo(CounterClass.LINK);
    }

    @Test
    void narrowCountersOfHfi1SayTheirWidthInTheirName() {
        CounterKind kind = CounterCatalog.of("hfi1").kind("RcResend,32");

        assertThat(kind.width()).isEqualTo(32);
        assertThat(kind.counterClass()).isEqualTo(CounterClass.RETRANSMISSION);
    }

    @Test
    void unknownNameIsExportedAsARaw64BitCounter() {
        CounterKind kind = mlx5.kind("brand_new_counter");

        assertThat(kind.name()).isEqualTo("brand_new_counter");
        assertThat(kind.counterClass()).isEqualTo(CounterClass.OTHER);
        assertThat(kind.behaviour()).isEqualTo(Behaviour.WRAPS);
        assertThat(kind.width()).isEqualTo(64);
    }

    @Test
    void namesOfOneDriverMeanNothingForAnotherThatHasATable() {
        assertThat(CounterCatalog.of("efa").kind("roce_adp_retrans").counterClass())
                .isEqualTo(CounterClass.OTHER);
    }

    @Test
    void withoutADriverTheFirstTableThatKnowsTheNameAnswers() {
        CounterCatalog any = CounterCatalog.of(null);

        assertThat(any.kind("local_ack_timeout_err").width()).isEqualTo(32);
        assertThat(any.kind("retry_exceeded_err").counterClass()).isEqualTo(CounterClass.RETRY_EXCEEDED);
        assertThat(any.kind("link_downed").behaviour()).isEqualTo(Behaviour.SATURATES);
    }

    static Stream<CounterTable> tables() {
        return Stream.of(
                CommonCounters.TABLE,
                Mlx5Counters.TABLE,
                Mlx4Counters.TABLE,
                BnxtCounters.TABLE,
                CloudCounters.EFA,
                CloudCounters.MANA,
                OtherCounters.RXE,
                OtherCounters.IRDMA,
                OtherCounters.HFI1);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void everyEntryIsDescribedByOneAsciiSentence(CounterTable table) {
        Set<String> names = table.names();

        assertThat(names).isNotEmpty().allSatisfy(name -> {
            CounterKind kind = table.find(name);
            assertThat(kind.description()).matches("[A-Z][ -~]{7,100}[.]");
            assertThat(kind.unit()).matches("[a-z0-9-]+( [a-z]+)?");
        });
    }
}
