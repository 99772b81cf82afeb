// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import io.roceguard.bridge.libc.UsedHeap;
import io.roceguard.device.NicException;
import io.roceguard.device.QueuePair;
import io.roceguard.device.QueuePairCounters;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetlinkSessionTest {

    private final ScriptedPeer peer = new ScriptedPeer();
    private final NetlinkSession session = new NetlinkSession("mlx5_0", peer.netlink());

    @Test
    void opensNothingUntilItIsAsked() {
        assertThat(peer.opened()).isZero();
    }

    @Test
    void looksTheDeviceUpOnce() throws Exception {
        peer.then(seq -> Dumps.devices(seq, "mlx5_0"))
                .then(seq -> Dumps.counters(seq, Map.of("roce_adp_retrans", 1L)))
                .then(seq -> Dumps.counters(seq, Map.of("roce_adp_retrans", 2L)));

        assertThat(session.counters(1)).containsExactly(Map.entry("roce_adp_retrans", 1L));
        assertThat(session.counters(1)).containsExactly(Map.entry("roce_adp_retrans", 2L));
        assertThat(peer.requests()).hasSize(3);
        assertThat(peer.opened()).isEqualTo(1);
    }

    @Test
    void listsQueuePairsByNumber() throws Exception {
        QueuePair high = new QueuePair(300, 1, "RC", "RTS", 4, null, null);
        QueuePair low = new QueuePair(1, 1, "GSI", "RTS", null, null, "ib_core");
        peer.then(seq -> Dumps.devices(seq, "mlx5_0"))
                .then(seq -> Dumps.queuePairs(new Datagram(), seq, List.of(high, low))
                        .done(seq)
                        .toBytes());

        assertThat(session.queuePairs()).containsExactly(low, high);
    }

    @Test
    void listsCounterSetsById() throws Exception {
        peer.then(seq -> Dumps.devices(seq, "mlx5_0")).then(seq -> {
            Datagram datagram = Dumps.handle(new Datagram(), 0x1411, Datagram.MULTI, seq);
            datagram.nest(
                    77,
                    () -> datagram.nest(78, () -> datagram.u32(3, 1).u32(79, 9))
                            .nest(78, () -> datagram.u32(3, 1).u32(79, 2)));
            return datagram.done(seq).toBytes();
        });

        assertThat(session.queuePairCounters(1))
                .extracting(QueuePairCounters::id)
                .containsExactly(2, 9);
    }

    @Test
    void followsTheDeviceToANewIndex() throws Exception {
        peer.then(seq -> Dumps.devices(seq, "mlx5_0", "mlx5_1"))
                .thenRefusal(Errno.EINVAL)
                .then(seq -> Dumps.devices(seq, "rocep8", "mlx5_1", "mlx5_0"))
                .then(seq -> Dumps.counters(seq, Map.of("roce_adp_retrans", 5L)));

        assertThat(session.counters(1)).containsExactly(Map.entry("roce_adp_retrans", 5L));
        byte[] last = peer.requests().get(3);
        assertThat(ByteBuffer.wrap(last).order(ByteOrder.nativeOrder()).getInt(28))
                .isEqualTo(2);
    }

    @Test
    void doesNotAnswerForADeviceThatTookOverTheIndex() throws Exception {
        NetlinkSession other = new NetlinkSession("mlx5_1", peer.netlink());
        peer.then(seq -> Dumps.devices(seq, "mlx5_1"))
                .then(seq -> Dumps.counters(seq, Map.of("of_mlx5_0", 1L)))
                .then(seq -> Dumps.devices(seq, "mlx5_0"));

        assertThatThrownBy(() -> other.counters(1))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageStartingWith(
                        "Reading the counters of port 1 on mlx5_1 failed: RDMA netlink no longer lists");
    }

    @Test
    void aDeviceThatComesBackIsFoundAgain() throws Exception {
        peer.then(seq -> Dumps.devices(seq, "mlx5_0")).then(seq -> Dumps.counters(seq, Map.of("x", 1L)));
        session.counters(1);
        peer.thenRefusal(Errno.ENODEV).then(Dumps::devices);
        assertThatThrownBy(() -> session.counters(1)).isInstanceOf(NicException.Unreachable.class);

        peer.thenRefusal(Errno.EINVAL)
                .then(seq -> Dumps.devices(seq, "other", "mlx5_0"))
                .then(seq -> Dumps.counters(seq, Map.of("x", 3L)));
        assertThat(session.counters(1)).containsExactly(Map.entry("x", 3L));
    }

    @Test
    void aDeviceThatIsNeverListedIsInAnotherNetworkNamespace() {
        peer.then(seq -> Dumps.devices(seq, "mlx5_7"));

        assertThatThrownBy(session::queuePairs)
                .isInstanceOf(NicException.NotSupported.class)
                .hasMessage("Listing the queue pairs on mlx5_0 failed: RDMA netlink does not list the device: it is not"
                        + " visible in this network namespace. Run the daemon in the network namespace that owns the"
                        + " device, or set rdma system netns to shared.");
    }

    @Test
    void switchdevModeHasNoCountersByPort() {
        peer.then(seq -> Dumps.devices(seq, "mlx5_0"))
                .thenRefusal(Errno.EINVAL)
                .then(seq -> Dumps.devices(seq, "mlx5_0"));

        assertThatThrownBy(() -> session.counters(1))
                .isInstanceOf(NicException.NotSupported.class)
                .hasMessageStartingWith(
                        "Reading the counters of port 1 on mlx5_0 failed: STAT_GET over RDMA netlink: EINVAL. ")
                .hasMessageContaining("switchdev");
        assertThat(peer.requests()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "EOPNOTSUPP, 95, NotSupported",
        "EMSGSIZE, 90, NotSupported",
        "EPERM, 1, Denied",
        "EACCES, 13, Denied",
        "ENOMEM, 12, Busy",
        "EBUSY, 16, Busy",
        "EIO, 5, Unreachable",
        "ETIMEDOUT, 110, Unreachable"
    })
    void translatesWhatTheKernelRefuses(String name, int errno, String kind) {
        peer.then(seq -> Dumps.devices(seq, "mlx5_0")).thenRefusal(errno);

        assertThatThrownBy(() -> session.counters(1))
                .isInstanceOf(NicException.class)
                .satisfies(
                        failed -> assertThat(failed.getClass().getSimpleName()).isEqualTo(kind))
                .hasMessageContaining("STAT_GET over RDMA netlink: " + name)
                .hasMessageEndingWith(".");
    }

    @ParameterizedTest
    @CsvSource({
        "93, NotSupported, no RDMA netlink",
        "97, NotSupported, RestrictAddressFamilies",
        "1, Denied, seccomp",
        "24, Unreachable, LimitNOFILE"
    })
    void translatesWhyThereIsNoSocket(int errno, String kind, String remedy) {
        NetlinkChannel.Opener none = () -> {
            throw new ErrnoException("socket for RDMA netlink", errno);
        };
        NetlinkSession without =
                new NetlinkSession("mlx5_0", new RdmaNetlink(none, Path.of("/nonexistent"), peer::nanoTime));

        assertThatThrownBy(() -> without.counters(1))
                .satisfies(
                        failed -> assertThat(failed.getClass().getSimpleName()).isEqualTo(kind))
                .hasMessageContaining("socket for RDMA netlink: " + Errno.nameOf(errno))
                .hasMessageContaining(remedy);
    }

    @Test
    void aProcessWithoutNativeCallsHasNoNetlink() {
        NetlinkChannel.Opener none = () -> {
            throw new NetlinkSocket.UnsupportedOperation("native calls are not possible in this process: noexec");
        };
        NetlinkSession without =
                new NetlinkSession("mlx5_0", new RdmaNetlink(none, Path.of("/nonexistent"), peer::nanoTime));

        assertThatThrownBy(() -> without.counters(1))
                .isInstanceOf(NicException.NotSupported.class)
                .hasMessageContaining("in this process: noexec.");
    }

    @Test
    void silenceIsATimeout() {
        assertThatThrownBy(() -> session.counters(1))
                .isInstanceOf(NicException.Timeout.class)
                .hasMessageContaining("GET over RDMA netlink was not answered within 3 s");
    }

    @Test
    void aMalformedAnswerIsNamedWithItsOffset() {
        peer.then(seq -> new byte[24]);

        assertThatThrownBy(() -> session.counters(1))
                .isInstanceOf(NicException.Unreachable.class)
                .hasCauseInstanceOf(MalformedMessage.class)
                .hasMessageContaining("malformed, a message of 0 bytes where 24 are left at byte 0.");
    }

    @Test
    void recoversAfterAHardError() throws Exception {
        peer.then(seq -> new byte[24]);
        assertThatThrownBy(() -> session.counters(1)).isInstanceOf(NicException.Unreachable.class);

        peer.then(seq -> Dumps.devices(seq, "mlx5_0")).then(seq -> Dumps.counters(seq, Map.of("x", 1L)));
        assertThat(session.counters(1)).containsExactly(Map.entry("x", 1L));
        assertThat(peer.opened()).isEqualTo(2);
    }

    @Test
    void socketsAndHeapAreFlatOverAHundredThousandReadings() throws Exception {
        peer.then(seq -> Dumps.devices(seq, "mlx5_0"));
        read(2_000);
        long heap = UsedHeap.bytes();

        read(100_000);

        assertThat(peer.opened()).isEqualTo(1);
        // Less than 11 bytes a reading: no object is left behind by each.
        assertThat(UsedHeap.bytes() - heap).isLessThan(1 << 20);
        session.close();
        assertThat(peer.stillOpen()).isZero();
    }

    private void read(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            peer.then(seq -> Dumps.counters(seq, Map.of("x", 1L)));
            assertThat(session.counters(1)).containsEntry("x", 1L);
            peer.forgetRequests();
        }
    }
}
