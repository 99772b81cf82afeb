// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.roceguard.counter.CounterValue;
import io.roceguard.device.NicException;
import io.roceguard.device.NicInventory;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters that real traffic has moved, by three ways. Soft-RoCE counts RoCE packets only, so between tests they rest. */
class CountersInGuest {

    private final NicInventory inventory = Guest.inventory();

    @AfterEach
    void close() {
        inventory.close();
    }

    private Map<String, Long> read(String device) throws NicException {
        Map<String, Long> counters = new TreeMap<>();
        Guest.nic(inventory, device)
                .counters()
                .read(1)
                .values()
                .forEach((name, value) -> counters.put(name, ((CounterValue.Present) value).value()));
        // A setting of the driver; netlink does not tell it.
        counters.remove("lifespan");
        return counters;
    }

    private static Map<String, Long> filesOf(String device) throws IOException {
        Map<String, Long> counters = new TreeMap<>();
        Path directory = Path.of("/sys/class/infiniband", device, "ports/1/hw_counters");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                counters.put(
                        file.getFileName().toString(),
                        Long.parseLong(Files.readString(file).strip()));
            }
        }
        counters.remove("lifespan");
        return counters;
    }

    private static Map<String, Long> rdmaStatistic(String device) {
        Map<String, Long> counters = new TreeMap<>();
        Guest.rdma("statistic show link " + device + "/1").get(0).forEach((name, value) -> {
            if (!List.of("ifname", "port").contains(name)) {
                counters.put(name, ((Number) value).longValue());
            }
        });
        return counters;
    }

    private static void sendSomething() {
        RcPair.start().close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe0", "rxe1"})
    void equalTheFilesOfSysfs(String device) throws Exception {
        sendSomething();

        assertThat(read(device)).isEqualTo(filesOf(device)).containsKey("retry_exceeded_err");
        assertThat(read(device).get("sent_pkts")).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe0", "rxe1"})
    void equalTheStatisticOfTheRdmaTool(String device) throws Exception {
        sendSomething();

        assertThat(read(device)).isEqualTo(rdmaStatistic(device));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1%", "5%"})
    void lostPacketsMoveTheCountersOfRetransmissionAndNoOthers(String percent) throws Exception {
        Map<String, Long> sender = read("rxe0");
        Map<String, Long> receiver = read("rxe1");
        Guest.losingOnTheWayToRxe1(percent, () -> {
            // Messages of many packets, so that a gap is seen by the packets behind it.
            try (RcPair pair = RcPair.start("retry=6", "size=16384", "interval_us=1000")) {
                long start = System.nanoTime();
                while (moved("rxe0", sender, "completer_retry_err") == 0
                        || moved("rxe0", sender, "rcvd_seq_err") == 0
                        || moved("rxe1", receiver, "out_of_seq_request") == 0) {
                    assertThat(pair.isRunning()).isTrue();
                    assertThat(System.nanoTime() - start).isLessThan(60_000_000_000L);
                }
            }
        });

        assertThat(moved("rxe0", sender, "retry_exceeded_err")).isZero();
        assertThat(moved("rxe1", receiver, "completer_retry_err")).isZero();
        assertThat(moved("rxe0", sender, "link_downed")).isZero();
    }

    private long moved(String device, Map<String, Long> before, String counter) throws NicException {
        return read(device).get(counter) - before.get(counter);
    }

    @Test
    void aPathThatLosesEverythingMovesEachCounterAsOftenAsTheQueuePairRetries() throws Exception {
        Map<String, Long> sender = read("rxe0");
        Map<String, Long> receiver = read("rxe1");
        try (RcPair pair = RcPair.start("retry=3")) {
            Guest.losingOnTheWayToRxe1("100%", pair::awaitFailure);
        }

        Map<String, Long> moved = new TreeMap<>();
        read("rxe0").forEach((name, value) -> moved.put(name, value - sender.get(name)));
        assertThat(moved)
                .contains(
                        entry("completer_retry_err", 3L),
                        entry("retry_exceeded_err", 1L),
                        entry("rcvd_seq_err", 0L),
                        entry("rcvd_rnr_err", 0L));
        assertThat(moved("rxe1", receiver, "completer_retry_err")).isZero();
        assertThat(moved("rxe1", receiver, "retry_exceeded_err")).isZero();
    }
}
