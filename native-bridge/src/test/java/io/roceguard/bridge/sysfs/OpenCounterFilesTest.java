// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.counter.CounterSample;
import io.roceguard.counter.CounterValue;
import io.roceguard.counter.CounterValue.Present;
import io.roceguard.counter.CounterValue.Unavailable;
import io.roceguard.device.NicException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long counter files stay open, and when they are looked for again. */
class OpenCounterFilesTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long LISTING_INTERVAL = PortFiles.LISTING_INTERVAL.toNanos();
    private static final String DEVICE = "class/infiniband/mlx5_0";
    private static final String HW = DEVICE + "/ports/1/hw_counters/";
    private static final String PMA = DEVICE + "/ports/1/counters/";

    @TempDir
    Path root;

    private SysfsTree tree;
    private long nanos = -3 * SECOND;

    @BeforeEach
    void start() {
        tree = new SysfsTree(root);
        addDevice();
    }

    private void addDevice() {
        tree.file(HW + "out_of_buffer", "1")
                .file(HW + "rx_write_requests", "2")
                .file(PMA + "port_rcv_data", "3")
                .file(PMA + "port_xmit_data", "4");
    }

    private SysfsNic nic(SysfsFiles files, DescriptorBudget budget) throws NicException {
        return new SysfsInventory(root, () -> nanos, name -> true, files, budget)
                .devices()
                .get(0);
    }

    private SysfsNic nic() throws NicException {
        return nic(tree.files(), new DescriptorBudget(1_000));
    }

    private CounterSample poll(SysfsNic nic) throws NicException {
        nanos += SECOND;
        return nic.counters().read(1);
    }

    private static List<String> names(CounterSample sample) {
        return List.copyOf(sample.values().keySet());
    }

    @Test
    void eachFileIsOpenedOnceAndReadAtEachPoll() throws Exception {
        SysfsNic nic = nic();
        tree.forgetReads();
        for (int value = 0; value < 100; value++) {
            tree.file(HW + "out_of_buffer", Integer.toString(value));
            assertThat(poll(nic).values()).containsEntry("out_of_buffer", new Present(value));
        }

        assertThat(tree.opened()).isEqualTo(4);
        assertThat(tree.reads()).hasSize(400);
    }

    @Test
    void closedNicHoldsNothing() throws Exception {
        SysfsNic nic = nic();
        poll(nic);
        assertThat(tree.open()).isEqualTo(4);

        nic.close();
        nic.close();
        assertThat(tree.open()).isZero();
    }

    @Test
    void vanishedDeviceHoldsNothing() throws Exception {
        SysfsNic nic = nic();
        poll(nic);
        tree.remove(DEVICE);

        assertThatThrownBy(() -> poll(nic)).isInstanceOf(NicException.Unreachable.class);
        assertThat(tree.open()).isZero();
    }

    @Test
    void vanishedDeviceIsNoticedByItsPortsToo() throws Exception {
        SysfsNic nic = nic();
        poll(nic);
        tree.remove(DEVICE);

        assertThatThrownBy(nic::readPorts).isInstanceOf(NicException.Unreachable.class);
        assertThat(tree.open()).isZero();
    }

    @Test
    void vanishedPortHoldsNothingAndTheOthersStayOpen() throws Exception {
        tree.file(DEVICE + "/ports/2/counters/port_rcv_data", "5");
        SysfsNic nic = nic();
        poll(nic);
        nic.counters().read(2);
        tree.remove(DEVICE + "/ports/1");

        assertThatThrownBy(() -> poll(nic)).hasMessageContaining("the device has no port 1. Its ports are [2].");
        assertThat(tree.open()).isEqualTo(1);
    }

    @Test
    void deviceThatCameBackIsReadInTheSamePoll() throws Exception {
        SysfsNic nic = nic();
        poll(nic);
        tree.remove(DEVICE);
        addDevice();
        tree.file(HW + "rx_write_requests", "0").file(PMA + "link_downed", "9");
        tree.forgetReads();

        assertThat(poll(nic).values())
                .containsEntry("rx_write_requests", new Present(0))
                .containsEntry("port_xmit_data", new Present(4))
                .doesNotContainKey("link_downed");
        assertThat(tree.reads()).startsWith(HW + "rx_write_requests", HW + "rx_write_requests", HW + "out_of_buffer");
        assertThat(tree.open()).isEqualTo(4);
        assertThat(poll(nic).values()).containsEntry("link_downed", new Present(9));
    }

    @Test
    void counterThatCameBackAsAnotherFileIsGoneInBetween() throws Exception {
        SysfsNic nic = nic();
        poll(nic);
        tree.remove(HW + "out_of_buffer");

        assertThat(poll(nic).values()).containsEntry("out_of_buffer", new Unavailable("ENOENT"));
        assertThat(names(poll(nic))).containsExactly("rx_write_requests", "port_rcv_data", "port_xmit_data");
        tree.file(HW + "out_of_buffer", "6");
        nanos += LISTING_INTERVAL;
        assertThat(poll(nic).values()).containsEntry("out_of_buffer", new Present(6));
    }

    @Test
    void newCounterAppearsWithTheNextListing() throws Exception {
        SysfsNic nic = nic();
        CounterSample first = poll(nic);
        tree.file(HW + "cc_rx_cnp_pkts", "7");

        nanos = first.takenNanos() + LISTING_INTERVAL - 1;
        assertThat(nic.counters().read(1).values()).doesNotContainKey("cc_rx_cnp_pkts");
        nanos++;
        assertThat(names(nic.counters().read(1)))
                .containsExactly(
                        "rx_write_requests", "cc_rx_cnp_pkts", "out_of_buffer", "port_rcv_data", "port_xmit_data");
        assertThat(tree.opened()).isEqualTo(5);
    }

    @Test
    void newCounterAppearsAfterAFailure() throws Exception {
        SysfsNic nic = nic();
        poll(nic);
        tree.file(HW + "cc_rx_cnp_pkts", "7").fail(HW + "out_of_buffer", "Input/output error");

        assertThat(poll(nic).values()).containsEntry("out_of_buffer", new Unavailable("EIO"));
        assertThat(poll(nic).values()).containsEntry("cc_rx_cnp_pkts", new Present(7));
    }

    @Test
    void countersThatBecomeVisibleAreFoundWithTheNextListing() throws Exception {
        tree.remove(DEVICE + "/ports/1/hw_counters").remove(DEVICE + "/ports/1/counters");
        SysfsNic nic = nic();
        assertThat(poll(nic).hidden()).isEqualTo("hidden_by_netns");
        addDevice();
        assertThat(poll(nic).hidden()).isEqualTo("hidden_by_netns");

        nanos += LISTING_INTERVAL;
        assertThat(poll(nic).hidden()).isNull();
    }

    @Test
    void plainFileThatWasReplacedIsReadAnewAfterTheNextListing() throws Exception {
        SysfsNic nic = nic(SysfsFiles.KERNEL, new DescriptorBudget(1_000));
        poll(nic);
        Path other = Files.writeString(root.resolve("other"), "17\n");
        Files.move(other, root.resolve(HW + "out_of_buffer"), StandardCopyOption.ATOMIC_MOVE);

        assertThat(poll(nic).values()).containsEntry("out_of_buffer", new Present(1));
        nanos += LISTING_INTERVAL;
        assertThat(poll(nic).values()).containsEntry("out_of_buffer", new Present(17));
    }

    @Test
    void plainTreeThatWasRemovedIsNoticedWithTheNextListing() throws Exception {
        SysfsNic nic = nic(SysfsFiles.KERNEL, new DescriptorBudget(1_000));
        poll(nic);
        tree.remove(DEVICE);

        nanos += LISTING_INTERVAL;
        assertThatThrownBy(() -> poll(nic)).isInstanceOf(NicException.Unreachable.class);
    }

    @Test
    void fileWithoutANumberIsNotKeptOpen() throws Exception {
        tree.file(PMA + "port_rcv_data", "N/A (no PMA)").fail(PMA + "port_xmit_data", "Invalid argument");
        poll(nic());

        assertThat(tree.open()).isEqualTo(2);
    }

    @Test
    void beyondTheBudgetFilesAreOpenedForEachReading() throws Exception {
        SysfsNic nic = nic(tree.files(), new DescriptorBudget(3));
        tree.forgetReads();
        for (int poll = 0; poll < 10; poll++) {
            assertThat(poll(nic).values())
                    .hasSize(4)
                    .allSatisfy((name, value) -> assertThat(value).isInstanceOf(Present.class));
            assertThat(tree.open()).isEqualTo(3);
        }
        assertThat(tree.opened()).isEqualTo(3 + 10);
    }

    @Test
    void budgetOfAClosedNicIsFreeForAnother() throws Exception {
        DescriptorBudget budget = new DescriptorBudget(4);
        SysfsNic nic = nic(tree.files(), budget);
        poll(nic);
        nic.close();
        poll(nic(tree.files(), budget));

        assertThat(tree.open()).isEqualTo(4);
    }

    @Test
    void directoryOfManyFilesKeepsOnlySomeOpen() throws Exception {
        for (int file = 0; file < 300; file++) {
            tree.file(HW + "strange_" + file, "1");
        }
        assertThat(poll(nic()).values()).hasSize(304);
        assertThat(tree.open()).isEqualTo(CounterDirectory.MOST_KEPT_OPEN + 2);
    }

    @Test
    void nicsGiveUpTheirOpenFilesWhenTheProcessHasNoDescriptorLeft() throws Exception {
        SysfsNic nic = nic();
        poll(nic);
        tree.file(HW + "cc_rx_cnp_pkts", "7").failOpening("Too many open files");
        nanos += LISTING_INTERVAL;
        assertThat(poll(nic).values())
                .containsEntry("cc_rx_cnp_pkts", new Unavailable("EMFILE"))
                .containsEntry("out_of_buffer", new Present(1));
        tree.failOpening(null);

        for (int poll = 0; poll < 3; poll++) {
            assertThat(poll(nic).values())
                    .containsEntry("cc_rx_cnp_pkts", new Present(7))
                    .containsEntry("out_of_buffer", new Present(1));
            assertThat(tree.open()).isZero();
        }
    }

    @Test
    void nicThatCannotBeListedForWantOfDescriptorsMakesTheOthersGiveUpTheirs() throws Exception {
        DescriptorBudget budget = new DescriptorBudget(1_000);
        SysfsNic holding = nic(tree.files(), budget);
        SysfsNic late = nic(tree.files(), budget);
        poll(holding);
        tree.failListing("Too many open files");
        assertThat(poll(late).hidden()).isEqualTo("EMFILE");

        assertThat(poll(holding).values()).containsEntry("out_of_buffer", new Present(1));
        assertThat(tree.open()).isZero();
        tree.failListing(null);
        assertThat(poll(late).values()).containsEntry("out_of_buffer", new Present(1));
        assertThat(tree.open()).isZero();
    }

    @Test
    void hardwareCountersAreLeftAloneAndTheirFilesClosed() throws Exception {
        tree.file(HW + "lifespan", "10").file(HW + "port_rcv_data", "8");
        SysfsNic nic = nic();
        assertThat(poll(nic).values()).containsEntry("hw_port_rcv_data", new Present(8));
        tree.forgetReads();

        assertThat(nic.counters().readWithoutHardware(1).values())
                .containsOnlyKeys("port_rcv_data", "port_xmit_data")
                .containsEntry("port_rcv_data", new Present(3));
        assertThat(tree.reads()).containsExactly(PMA + "port_rcv_data", PMA + "port_xmit_data");
        assertThat(tree.open()).isEqualTo(2);
        assertThat(names(nic.counters().read(1))).contains("rx_write_requests", "hw_port_rcv_data");
    }

    @Test
    void portWithHardwareCountersOnlyHasNoneWithoutThem() throws Exception {
        tree.remove(DEVICE + "/ports/1/counters");

        CounterSample sample = nic().counters().readWithoutHardware(1);
        assertThat(sample.values()).isEmpty();
        assertThat(sample.hidden()).isEqualTo("no_counters");
    }

    @Test
    void hardwareCounterTakesItsPrefixOnlyWhereThePortHasTheName() {
        assertThat(CounterNames.ofHardware("link_downed", Set.of("link_downed")))
                .isEqualTo("hw_link_downed");
        assertThat(CounterNames.ofHardware("out_of_buffer", Set.of("link_downed")))
                .isEqualTo("out_of_buffer");
    }

    @Test
    void interruptClosesNoCounterForGood() throws Exception {
        SysfsNic nic = nic(SysfsFiles.KERNEL, new DescriptorBudget(1_000));
        poll(nic);
        Thread.currentThread().interrupt();
        try {
            for (int poll = 0; poll < 3; poll++) {
                assertThat(poll(nic).values()).containsEntry("out_of_buffer", new Present(1));
            }
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        tree.file(HW + "out_of_buffer", "2");
        CounterValue afterwards = poll(nic).values().get("out_of_buffer");
        assertThat(afterwards).isEqualTo(new Present(2));
    }
}
