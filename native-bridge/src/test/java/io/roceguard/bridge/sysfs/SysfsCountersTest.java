// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.counter.CounterCatalog;
import io.roceguard.counter.CounterDelta;
import io.roceguard.counter.CounterSample;
import io.roceguard.counter.CounterValue;
import io.roceguard.counter.CounterValue.Present;
import io.roceguard.counter.CounterValue.Unavailable;
import io.roceguard.counter.DeltaTracker;
import io.roceguard.device.CounterPort;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SysfsCountersTest {

    private static final long SECOND = 1_000_000_000L;
    private static final String IB = "class/infiniband/";
    private static final String HW = IB + "mlx5_0/ports/1/hw_counters/";
    private static final String PMA = IB + "mlx5_0/ports/1/counters/";

    @TempDir
    Path root;

    private SysfsTree tree;
    private SysfsInventory inventory;
    private long nanos = -3 * SECOND;

    @BeforeEach
    void start() {
        tree = new SysfsTree(root);
        inventory = new SysfsInventory(root, () -> nanos, name -> true, tree.files(), new DescriptorBudget(1_000));
    }

    private CounterPort counters(String name) throws NicException {
        for (Nic nic : inventory.scan()) {
            if (nic.identity().name().equals(name)) {
                return nic.counters();
            }
        }
        throw new AssertionError("no device " + name);
    }

    private CounterSample read(String name) throws NicException {
        return counters(name).read(1);
    }

    private CounterValue readLater(String counter) throws NicException {
        nanos += SECOND;
        return read("mlx5_0").values().get(counter);
    }

    @ParameterizedTest
    @CsvSource({"sysfs_mlx4_vf_no_pma.list, mlx4_0, 21", "sysfs_i40iw_no_pma.list, i40iw0, 16"})
    void filesWithoutPmaAreUnavailableAndNeverZero(String list, String name, int files) throws Exception {
        tree.addList(list).addList("sysfs_mlx5_bond_0.list");

        assertThat(read(name).values())
                .hasSize(files)
                .allSatisfy((counter, value) -> assertThat(value).isEqualTo(new Unavailable("no_pma")));
        assertThat(read("mlx5_bond_0").values()).containsEntry("port_rcv_errors", new Present(14));
    }

    @Test
    void failingReadIsUnavailableWithItsErrnoAndOtherDevicesGoOn() throws Exception {
        tree.addList("sysfs_lpf_einval.list");

        assertThat(read("mlx5_0").values())
                .containsOnlyKeys("link_downed", "port_rcv_data", "port_xmit_data")
                .allSatisfy((counter, value) -> assertThat(value).isEqualTo(new Unavailable("EINVAL")));
        assertThat(read("mlx5_1").values()).containsEntry("port_rcv_data", new Present(1000));
    }

    @Test
    void failingFileIsReadThreeTimesAndThenEverLessOften() throws Exception {
        tree.addList("sysfs_lpf_einval.list");
        CounterPort counters = counters("mlx5_0");
        tree.forgetReads();
        for (int poll = 0; poll < 1_000; poll++, nanos += SECOND) {
            CounterValue value = counters.read(1).values().get("link_downed");
            assertThat(value).isEqualTo(new Unavailable("EINVAL"));
        }
        // Polls 0, 1, 2, and probes at 12, 32, 72, 152, 312 and 632 s.
        assertThat(tree.reads()).hasSize(3 * 9);
    }

    @Test
    void healthyFilesBesideAFailingOneAreReadEachTime() throws Exception {
        tree.addList("sysfs_lpf_einval.list").file(PMA + "port_rcv_packets", "5");
        CounterPort counters = counters("mlx5_0");
        tree.forgetReads();
        for (int poll = 0; poll < 10; poll++, nanos += SECOND) {
            assertThat(counters.read(1).values()).containsEntry("port_rcv_packets", new Present(5));
        }
        assertThat(tree.reads()).hasSize(10 + 3 * 3);
    }

    @Test
    void fileThatRecoversIsReadAgainAfterItsPause() throws Exception {
        tree.addList("sysfs_lpf_einval.list");
        for (int poll = 0; poll < 3; poll++) {
            readLater("link_downed");
        }
        tree.heal(PMA + "link_downed").file(PMA + "link_downed", "2");

        for (int second = 1; second < 10; second++) {
            assertThat(readLater("link_downed")).isEqualTo(new Unavailable("EINVAL"));
        }
        assertThat(readLater("link_downed")).isEqualTo(new Present(2));
        assertThat(readLater("link_downed")).isEqualTo(new Present(2));
    }

    @Test
    void fileWithoutPmaKeepsItsReasonWhileItIsLeftAlone() throws Exception {
        tree.addList("sysfs_mlx4_vf_no_pma.list");
        CounterPort counters = counters("mlx4_0");
        tree.forgetReads();
        for (int poll = 0; poll < 10; poll++, nanos += SECOND) {
            assertThat(counters.read(1).values()).containsEntry("symbol_error", new Unavailable("no_pma"));
        }
        assertThat(tree.reads()).hasSize(3 * 21);
    }

    @Test
    void counterThatGetsItsPmaBackStartsWithANewBaseline() throws Exception {
        DeltaTracker tracker = new DeltaTracker(CounterCatalog.of("mlx4_core"));
        tree.file(PMA + "port_rcv_errors", "N/A (no PMA)");
        assertThat(tracker.update(read("mlx5_0")).byName()).isEmpty();

        nanos += SECOND;
        tree.file(PMA + "port_rcv_errors", "14");
        assertThat(tracker.update(read("mlx5_0")).byName())
                .containsEntry("port_rcv_errors", new CounterDelta.First(14));
    }

    @Test
    void deviceWithoutCounterDirectoriesDoesNotDisturbTheOthers() throws Exception {
        tree.addList("sysfs_irdma_mixed.list");

        assertThat(inventory.scan()).hasSize(5);
        assertThat(read("mlx5_0").values()).containsExactly(Map.entry("port_rcv_data", new Present(230539874932483L)));
        for (String irdma : List.of("irdma0", "irdma1", "irdma2", "irdma3")) {
            assertThat(read(irdma)).isEqualTo(new CounterSample(1, nanos, Map.of(), "no_counters"));
        }
    }

    @Test
    void renamedDeviceReadsTheSame() throws Exception {
        tree.addList("sysfs_irdma_mixed.list")
                .move(IB + "irdma0", IB + "roceo1")
                .move(IB + "mlx5_0", IB + "ibp0s12f4");

        assertThat(read("roceo1").hidden()).isEqualTo("no_counters");
        assertThat(read("ibp0s12f4").values()).containsEntry("port_rcv_data", new Present(230539874932483L));
        assertThat(inventory.scan().get(0).identity().boardId()).isEqualTo("MT_0000000224");
    }

    @Test
    void deviceWithHwCountersOnlyIsComplete() throws Exception {
        tree.addList("sysfs_roce_cx5_byteps.list");

        CounterSample sample = read("mlx5_0");
        assertThat(sample.hidden()).isNull();
        assertThat(sample.values())
                .hasSize(14)
                .containsEntry("local_ack_timeout_err", new Present(2705))
                .containsEntry("np_cnp_sent", new Present(1333))
                .containsEntry("lifespan", new Present(12));
    }

    @Test
    void lifespanIsASettingAndNeverMoves() throws Exception {
        tree.addList("sysfs_roce_cx5_byteps.list");
        CounterCatalog catalog = CounterCatalog.of("mlx5_core");

        assertThat(catalog.kind("lifespan").counts()).isFalse();
        assertThat(new DeltaTracker(catalog).update(read("mlx5_0")).byName())
                .hasSize(13)
                .doesNotContainKey("lifespan");
    }

    @Test
    void absoluteValuesOfAHealthyHostAreBaselines() throws Exception {
        tree.addList("sysfs_mlx5_ib_ndr.list");

        assertThat(new DeltaTracker(CounterCatalog.of("mlx5_core"))
                        .update(read("mlx5_0"))
                        .byName())
                .containsEntry("excessive_buffer_overrun_errors", new CounterDelta.First(15))
                .containsEntry("port_rcv_errors", new CounterDelta.First(14))
                .allSatisfy((counter, change) -> assertThat(change).isInstanceOf(CounterDelta.First.class));
    }

    @Test
    void queueCounterWrapsFromFileToMovement() throws Exception {
        DeltaTracker tracker = new DeltaTracker(CounterCatalog.of("mlx5_core"));
        tree.file(HW + "rx_write_requests", "4294967290").file(HW + "local_ack_timeout_err", "2705");
        tracker.update(read("mlx5_0"));
        nanos += SECOND;
        tree.file(HW + "rx_write_requests", "10").file(HW + "local_ack_timeout_err", "0");

        assertThat(tracker.update(read("mlx5_0")).byName())
                .containsEntry("rx_write_requests", new CounterDelta.Moved(16))
                .containsEntry("local_ack_timeout_err", new CounterDelta.Reset(2705, 0));
    }

    @ParameterizedTest
    @CsvSource({"12, 11999999, 12000000", "10, 9999999, 10000000", "20000, 9999999999, 10000000000"})
    void portIsNotReadAgainWithinItsLifespan(String lifespan, long within, long after) throws Exception {
        tree.file(HW + "rx_write_requests", "1").file(HW + "lifespan", lifespan);
        CounterPort counters = counters("mlx5_0");
        CounterSample first = counters.read(1);
        tree.file(HW + "rx_write_requests", "2");
        tree.forgetReads();

        nanos += within;
        assertThat(counters.read(1)).isSameAs(first);
        assertThat(tree.reads()).isEmpty();

        nanos += after - within;
        assertThat(counters.read(1).values()).containsEntry("rx_write_requests", new Present(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "vport_"})
    void firstCounterOfTheDriverIsReadFirst(String prefix) throws Exception {
        for (String name : List.of("duplicate_request", "lifespan", "rx_atomic_requests", "rx_write_requests")) {
            tree.file(HW + prefix + name, "1");
        }
        tree.file(PMA + "port_rcv_data", "1");
        CounterPort counters = counters("mlx5_0");
        tree.forgetReads();
        counters.read(1);

        assertThat(tree.reads())
                .containsExactly(
                        HW + prefix + "rx_write_requests",
                        HW + prefix + "duplicate_request",
                        HW + prefix + "lifespan",
                        HW + prefix + "rx_atomic_requests",
                        PMA + "port_rcv_data");
    }

    @Test
    void hostWhereNoDeviceShowsCountersHidesThemByNamespace() throws Exception {
        tree.file(IB + "mlx5_0/ports/1/state", "4: ACTIVE").file(IB + "mlx5_1/ports/1/state", "4: ACTIVE");

        assertThat(read("mlx5_0")).isEqualTo(new CounterSample(1, nanos, Map.of(), "hidden_by_netns"));
    }

    @Test
    void neighbourBehindAClassLinkCountsAsShowingCounters() throws Exception {
        tree.file("devices/a/infiniband/mlx5_0/ports/1/state", "4: ACTIVE")
                .file("devices/b/infiniband/mlx5_1/ports/1/counters/port_rcv_data", "1")
                .link(IB + "mlx5_0", "../../devices/a/infiniband/mlx5_0")
                .link(IB + "mlx5_1", "../../devices/b/infiniband/mlx5_1");

        assertThat(read("mlx5_0").hidden()).isEqualTo("no_counters");
    }

    @Test
    void emptyCounterDirectoryIsNotHidden() throws Exception {
        tree.directory(HW);

        assertThat(read("mlx5_0").hidden()).isEqualTo("no_counters");
    }

    @Test
    void deviceLevelCountersAreNeverRead() throws Exception {
        tree.addList("sysfs_roce_cx5_byteps.list").file(IB + "mlx5_0/hw_counters/duplicate_request", "7");
        counters("mlx5_0").read(1);
        for (Nic nic : inventory.scan()) {
            nic.readPorts();
        }

        assertThat(tree.reads()).isNotEmpty().noneMatch(read -> read.startsWith(IB + "mlx5_0/hw_counters"));
    }

    @Test
    void adaptiveRetransmissionOfAnInfinibandPortIsReported() throws Exception {
        tree.addList("sysfs_mlx5_ib_ndr.list");

        assertThat(read("mlx5_0").values()).hasSize(47).containsEntry("roce_adp_retrans", new Present(3));
    }

    @Test
    void portDataIsKeptRawInFourByteWords() throws Exception {
        tree.addList("sysfs_mlx5_bond_0.list");

        assertThat(read("mlx5_bond_0").values()).containsEntry("port_rcv_data", new Present(230539874932483L));
        assertThat(CounterCatalog.of(null).kind("port_rcv_data").unit()).isEqualTo("4-byte words");
        assertThat(4 * 230539874932483L).isEqualTo(922159499729932L);
    }

    @Test
    void nameInBothDirectoriesIsReportedTwice() throws Exception {
        tree.file(HW + "link_downed", "3").file(PMA + "link_downed", "5");

        assertThat(read("mlx5_0").values())
                .containsOnlyKeys("hw_link_downed", "link_downed")
                .containsEntry("hw_link_downed", new Present(3))
                .containsEntry("link_downed", new Present(5));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "9223372036854775807, 9223372036854775807",
        "9223372036854775808, 9223372036854775807",
        "18446744073709551615, 9223372036854775807"
    })
    void unsignedValueIsClampedToALong(String text, long value) throws Exception {
        tree.file(HW + "np_cnp_sent", text);

        assertThat(read("mlx5_0").values()).containsEntry("np_cnp_sent", new Present(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "0x10", "12 34", "NaN", "18446744073709551616", "N/A"})
    void anythingElseIsNotANumber(String text) throws Exception {
        tree.file(HW + "np_cnp_sent", text);

        assertThat(read("mlx5_0").values()).containsEntry("np_cnp_sent", new Unavailable("not_a_number"));
    }

    @Test
    void longTextIsNotANumberAndNotReadWhole() throws Exception {
        tree.file(HW + "np_cnp_sent", "1".repeat(1 << 20));

        assertThat(read("mlx5_0").values()).containsEntry("np_cnp_sent", new Unavailable("not_a_number"));
    }

    @Test
    void directoryInPlaceOfACounterIsUnavailable() throws Exception {
        tree.file(HW + "out_of_buffer", "1").directory(HW + "rx_read_requests");

        assertThat(read("mlx5_0").values())
                .containsEntry("rx_read_requests", new Unavailable("EISDIR"))
                .containsEntry("out_of_buffer", new Present(1));
    }

    @Test
    void interruptDoesNotMakeCountersUnavailable() throws Exception {
        tree.file(HW + "out_of_buffer", "1");
        Thread.currentThread().interrupt();
        try {
            assertThat(read("mlx5_0").values()).containsEntry("out_of_buffer", new Present(1));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void vanishedDeviceIsUnreachable() throws Exception {
        tree.file(HW + "out_of_buffer", "1");
        CounterPort counters = counters("mlx5_0");
        tree.remove(IB + "mlx5_0");

        assertThatThrownBy(() -> counters.read(1))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageStartingWith("Reading the counters of port 1 on mlx5_0 failed: ENODEV, ");
    }

    @Test
    void deviceThatVanishesWhileItIsReadIsUnreachable() throws Exception {
        tree.file(HW + "out_of_buffer", "1").file(HW + "rx_write_requests", "1");
        tree.beforeReading(HW + "rx_write_requests", () -> tree.remove(IB + "mlx5_0"));

        assertThatThrownBy(() -> read("mlx5_0")).isInstanceOf(NicException.Unreachable.class);
    }

    @Test
    void portThatIsNotThereNamesThoseThatAre() throws Exception {
        tree.file(HW + "out_of_buffer", "1");

        assertThatThrownBy(() -> counters("mlx5_0").read(3))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessage("Reading the counters of port 3 on mlx5_0 failed: ENOENT, the device has no port 3."
                        + " Its ports are [1].");
    }
}
