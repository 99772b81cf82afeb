// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import io.roceguard.bridge.netlink.CounterMode.Binding;
import io.roceguard.device.QueuePair;
import io.roceguard.device.QueuePairCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RdmaNetlinkTest {

    @TempDir
    Path proc;

    private final ScriptedPeer peer = new ScriptedPeer();
    private RdmaNetlink netlink;

    @BeforeEach
    void start() {
        netlink = new RdmaNetlink(peer, proc, peer::nanoTime);
    }

    private void process(int pid, String command) throws IOException {
        Files.writeString(
                Files.createDirectory(proc.resolve(Integer.toString(pid))).resolve("comm"), command + "\n");
    }

    private List<QueuePair> queuePairs(Consumer<Datagram> entry) throws IOException {
        peer.then(seq -> {
            Datagram datagram = Dumps.handle(new Datagram(), 0x140a, Datagram.MULTI, seq);
            return datagram.nest(19, () -> datagram.nest(20, () -> entry.accept(datagram)))
                    .done(seq)
                    .toBytes();
        });
        return netlink.queuePairs(Dumps.MLX5_0);
    }

    @Test
    void readsADevice() throws Exception {
        peer.then(seq -> Dumps.devices(seq, "mlx5_0"));

        assertThat(netlink.devices()).containsExactly(Dumps.MLX5_0);
    }

    @Test
    void readsADeviceOfAnOldKernelAndOfAnUnknownType() throws Exception {
        peer.then(seq -> new Datagram()
                .message(0x1401, 2, seq)
                .u32(1, 7)
                .string(2, "rxe0")
                .u32(3, 2)
                .string(5, "")
                .u8(14, 9)
                .done(seq)
                .toBytes());

        assertThat(netlink.devices())
                .containsExactly(new RdmaDevice(
                        7, "rxe0", 2, null, "0000:0000:0000:0000", "0000:0000:0000:0000", "type 9", null));
    }

    @Test
    void refusesADeviceWithoutAName() {
        peer.then(seq -> new Datagram().message(0x1401, 2, seq).u32(1, 7).toBytes());

        assertThatThrownBy(netlink::devices).hasMessage("a device without DEV_INDEX or DEV_NAME at byte 16");
    }

    @Test
    void aSinglePortComesBackTypedGet() throws Exception {
        peer.then(seq -> port(Dumps.handle(new Datagram(), 0x1401, 0, seq), 1, 1, 3)
                .u32(50, 4)
                .string(51, "ens1f1np1")
                .toBytes());

        assertThat(netlink.port(Dumps.MLX5_0, 1)).isEqualTo(new RdmaPort(1, "DOWN", "DISABLED", "ens1f1np1", 4));
    }

    @Test
    void readsEveryPortOfADump() throws Exception {
        peer.then(seq -> {
            Datagram datagram = new Datagram();
            port(Dumps.handle(datagram, 0x1405, 2, seq), 1, 4, 5)
                    .string(51, "vA")
                    .u32(50, 2);
            port(Dumps.handle(datagram, 0x1405, 2, seq), 2, 77, 78);
            return datagram.done(seq).toBytes();
        });

        assertThat(netlink.ports(Dumps.MLX5_0))
                .containsExactly(
                        new RdmaPort(1, "ACTIVE", "LINK_UP", "vA", 2),
                        new RdmaPort(2, "state 77", "state 78", null, null));
    }

    private static Datagram port(Datagram to, int number, int state, int physicalState) {
        return to.u32(3, number).u64(4, 1).u8(11, 0).u8(12, state).u8(13, physicalState);
    }

    @Test
    void anAcknowledgementIsNoAnswer() {
        peer.then(seq -> new Datagram().status(Messages.ERROR, seq, 0).toBytes());

        assertThatThrownBy(() -> netlink.port(Dumps.MLX5_0, 1))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageStartingWith("an acknowledgement in place of an answer");
    }

    @Test
    void readsCountersInTheKernelsOrderAndUnsigned() throws Exception {
        Map<String, Long> values = new LinkedHashMap<>();
        values.put("rx_write_requests", 0L);
        values.put("roce_adp_retrans", 0xffff_ffffL);
        values.put("out_of_buffer", Long.MAX_VALUE);
        values.put("a_counter_of_next_year", 1L);
        values.put("beyond_signed", -1L);
        peer.then(seq -> Dumps.counters(seq, values));

        Map<String, Long> read = netlink.counters(Dumps.MLX5_0, 1);

        values.put("beyond_signed", Long.MAX_VALUE);
        assertThat(new ArrayList<>(read.entrySet())).isEqualTo(new ArrayList<>(values.entrySet()));
    }

    @Test
    void takesOnlyTheAnswerToOneThing() throws Exception {
        peer.then(seq -> {
            Datagram datagram = Dumps.handle(new Datagram(), 0x1411, 0, seq);
            Dumps.hardwareCounters(datagram, Map.of("sent_pkts", 1L));
            return datagram.status(Messages.ERROR, seq, 0).toBytes();
        });
        peer.then(seq -> Dumps.counters(seq, Map.of("sent_pkts", 2L)));

        assertThat(netlink.counters(Dumps.MLX5_0, 1)).containsExactly(Map.entry("sent_pkts", 1L));
        assertThat(netlink.counters(Dumps.MLX5_0, 1)).containsExactly(Map.entry("sent_pkts", 2L));
    }

    @Test
    void refusesACounterWithoutValue() {
        peer.then(seq -> {
            Datagram datagram = Dumps.handle(new Datagram(), 0x1411, 0, seq);
            return datagram.nest(80, () -> datagram.nest(81, () -> datagram.string(82, "sent_pkts")))
                    .toBytes();
        });

        assertThatThrownBy(() -> netlink.counters(Dumps.MLX5_0, 1))
                .hasMessageContaining("a counter without name or value");
    }

    @Test
    void refusesA64BitCounterIn32Bits() {
        peer.then(seq -> {
            Datagram datagram = Dumps.handle(new Datagram(), 0x1411, 0, seq);
            return datagram.nest(
                            80,
                            () -> datagram.nest(
                                    81, () -> datagram.string(82, "x").u32(83, 1)))
                    .toBytes();
        });

        assertThatThrownBy(() -> netlink.counters(Dumps.MLX5_0, 1))
                .hasMessageContaining("attribute 83 with a value of 4 bytes instead of 8");
    }

    /** The five that rdma res show qp prints for a host with a training job, one of whose queue pairs has failed. */
    @Test
    void readsKernelAndUserQueuePairs() throws Exception {
        process(41001, "python");
        List<QueuePair> expected = List.of(
                new QueuePair(0, 1, "SMI", "RTS", null, null, "ib_core"),
                new QueuePair(1, 1, "GSI", "RTS", null, null, "ib_core"),
                new QueuePair(277, 1, "UD", "RTS", null, null, "ib_ipoib"),
                new QueuePair(1234, 1, "RC", "RTS", 881, 41001, "python"),
                new QueuePair(1301, null, "RC", "ERR", 902, 41001, "python"));
        peer.then(
                seq -> Dumps.queuePairs(new Datagram(), seq, expected).done(seq).toBytes());

        List<QueuePair> read = netlink.queuePairs(Dumps.MLX5_0);

        assertThat(read).isEqualTo(expected);
        assertThat(read)
                .filteredOn(QueuePair::inError)
                .extracting(QueuePair::number)
                .containsExactly(1301);
    }

    @Test
    void aQueuePairWithoutVisibleOwnerHasNone() throws Exception {
        assertThat(queuePairs(entry -> entry.u32(21, 9).u8(26, 2).u8(27, 6)))
                .containsExactly(new QueuePair(9, null, "RC", "ERR", null, null, null));
    }

    @Test
    void anOwnerThatHasEndedHasNoCommand() throws Exception {
        assertThat(queuePairs(entry -> entry.u32(21, 9).u8(26, 2).u8(27, 3).u32(28, 77)))
                .containsExactly(new QueuePair(9, null, "RC", "RTS", null, 77, null));
    }

    @Test
    void numbersWithoutANameStayNumbers() throws Exception {
        assertThat(queuePairs(entry -> entry.u32(21, 9).u8(26, 42).u8(27, 43)))
                .containsExactly(new QueuePair(9, null, "type 42", "state 43", null, null, null));
    }

    @Test
    void aDriversOwnTypeIsNamedWhereTheDriverNamesIt() throws Exception {
        assertThat(queuePairs(entry -> entry.u32(21, 9).u8(26, 255).u8(27, 3)))
                .extracting(QueuePair::type)
                .containsExactly("DRIVER");
        assertThat(queuePairs(
                        entry -> entry.u32(21, 9).u8(26, 255).string(98, "DCI").u8(27, 3)))
                .extracting(QueuePair::type)
                .containsExactly("DCI");
    }

    @Test
    void skipsWhatIsUnknownAtEveryLevel() throws Exception {
        peer.then(seq -> {
            Datagram datagram = Dumps.handle(new Datagram(), 0x140a, Datagram.MULTI, seq);
            datagram.raw(200, new byte[7]);
            datagram.nest(19, () -> {
                datagram.string(300, "new");
                datagram.nest(
                        20,
                        () -> datagram.raw(1000, new byte[33])
                                .u32(21, 9)
                                .nest(52, () -> datagram.bytes(1, 2, 3, 4))
                                .u8(26, 2)
                                .u8(27, 3));
            });
            return datagram.u64(201, 1).done(seq).toBytes();
        });

        assertThat(netlink.queuePairs(Dumps.MLX5_0)).hasSize(1);
    }

    @Test
    void refusesAQueuePairWithoutNumberTypeOrState() {
        assertThatThrownBy(() -> queuePairs(entry -> entry.u8(26, 2).u8(27, 3))).isInstanceOf(MalformedMessage.class);
        assertThatThrownBy(() -> queuePairs(entry -> entry.u32(21, 9).u8(27, 3)))
                .isInstanceOf(MalformedMessage.class);
        assertThatThrownBy(() -> queuePairs(entry -> entry.u32(21, 9).u8(26, 2)))
                .hasMessageContaining("a queue pair without number, type or state");
    }

    @Test
    void aDeviceWithoutQueuePairsHasNone() throws Exception {
        peer.then(seq -> new Datagram().done(seq).toBytes());

        assertThat(netlink.queuePairs(Dumps.MLX5_0)).isEmpty();
    }

    @Test
    void readsTenThousandQueuePairsInManyDatagrams() throws Exception {
        process(500, "ib_send_bw");
        List<QueuePair> expected = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            expected.add(new QueuePair(i + 2, 1, "RC", i % 7 == 0 ? "ERR" : "RTS", i, 500, "ib_send_bw"));
        }
        Dumps.manyQueuePairs(1, expected).forEach(peer::thenDatagram);

        assertThat(netlink.queuePairs(Dumps.MLX5_0)).isEqualTo(expected);
        assertThat(peer.scriptEnded()).isTrue();
        assertThat(peer.requests()).hasSize(1);
    }

    @Test
    void readsCounterSetsOfQueuePairs() throws Exception {
        peer.then(seq -> {
            Datagram datagram = Dumps.handle(new Datagram(), 0x1411, Datagram.MULTI, seq);
            datagram.nest(77, () -> {
                datagram.nest(78, () -> {
                    datagram.u32(3, 1).u32(79, 12).u32(74, 1).u32(28, 41001);
                    datagram.nest(
                            19,
                            () -> datagram.nest(20, () -> datagram.u32(21, 1301))
                                    .nest(20, () -> datagram.u32(21, 1234)));
                    Dumps.hardwareCounters(datagram, Map.of("roce_adp_retrans", 9L));
                });
                datagram.nest(78, () -> datagram.u32(3, 1).u32(79, 13).u32(74, 2));
            });
            return datagram.done(seq).toBytes();
        });

        assertThat(netlink.queuePairCounters(Dumps.MLX5_0, 1))
                .containsExactly(
                        new QueuePairCounters(12, 1, 41001, List.of(1234, 1301), Map.of("roce_adp_retrans", 9L)),
                        new QueuePairCounters(13, 1, null, List.of(), Map.of()));
    }

    @Test
    void readsTheCounterMode() throws Exception {
        peer.then(seq -> mode(seq, 1).u32(76, 3).toBytes())
                .then(seq -> mode(seq, 0).toBytes())
                .then(seq -> mode(seq, 9).toBytes());

        assertThat(netlink.counterMode(Dumps.MLX5_0, 1)).isEqualTo(new CounterMode(Binding.AUTO, true, true));
        assertThat(netlink.counterMode(Dumps.MLX5_0, 1)).isEqualTo(new CounterMode(Binding.NONE, false, false));
        assertThatThrownBy(() -> netlink.counterMode(Dumps.MLX5_0, 1)).hasMessageContaining("the counter mode 9");
    }

    private static Datagram mode(int sequence, int mode) {
        return Dumps.handle(new Datagram(), 0x1411, 0, sequence).u32(3, 1).u32(74, mode);
    }

    @Test
    void anAnswerAboutADeviceOfAnotherNameIsNotTaken() {
        RdmaDevice renamed = new RdmaDevice(0, "mlx5_9", 1, null, "", "", "CA", null);
        peer.then(seq -> Dumps.counters(seq, Map.of("sent_pkts", 1L)));

        assertThatThrownBy(() -> netlink.counters(renamed, 1))
                .isInstanceOfSatisfying(
                        ErrnoException.class,
                        refused -> assertThat(refused.errno()).isEqualTo(Errno.ENODEV))
                .hasMessage("the device is called mlx5_0 by now: ENODEV");
    }
}
