// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roceguard.bridge.libc.Descriptor;
import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import io.roceguard.device.NicException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Against the kernel that runs the test. */
class NetlinkSocketTest {

    private static final int AF_NETLINK = 16;
    private static final int SOCK_RAW = 3;
    private static final int NETLINK_ROUTE = 0;
    private static final short RTM_GETLINK = 18;

    private static final Path PROC = Path.of("/proc");
    private static final Path INFINIBAND = Path.of("/sys/class/infiniband");

    private static boolean kernelHasRdma() {
        try {
            NetlinkSocket.open().close();
            return true;
        } catch (IOException none) {
            return false;
        }
    }

    @Test
    void aKernelWithoutRdmaIsNamed() {
        assumeFalse(kernelHasRdma(), "This kernel has RDMA netlink.");

        try (RdmaNetlink netlink = new RdmaNetlink(PROC);
                NetlinkSession session = new NetlinkSession("mlx5_0", PROC)) {
            assertThatThrownBy(netlink::devices)
                    .isInstanceOfSatisfying(
                            ErrnoException.class,
                            failed -> assertThat(failed.errno()).isEqualTo(Errno.EPROTONOSUPPORT))
                    .hasMessage("socket for RDMA netlink: EPROTONOSUPPORT");
            assertThatThrownBy(() -> session.counters(1))
                    .isInstanceOf(NicException.NotSupported.class)
                    .hasMessageContaining("this kernel has no RDMA netlink");
        }
    }

    @Test
    void aKernelWithRdmaListsTheDevicesOfSysfs() throws Exception {
        assumeTrue(kernelHasRdma(), "This kernel has no RDMA netlink; the Soft-RoCE guest of src/lab has it.");
        List<String> inSysfs;
        try (Stream<Path> entries = Files.exists(INFINIBAND) ? Files.list(INFINIBAND) : Stream.empty()) {
            inSysfs = entries.map(entry -> entry.getFileName().toString()).toList();
        }

        try (RdmaNetlink netlink = new RdmaNetlink(PROC)) {
            assertThat(netlink.devices()).extracting(RdmaDevice::name).containsExactlyInAnyOrderElementsOf(inSysfs);
            for (RdmaDevice device : netlink.devices()) {
                assertThat(netlink.ports(device)).hasSize(device.ports());
                for (RdmaPort port : netlink.ports(device)) {
                    assertThat(netlink.port(device, port.number())).isEqualTo(port);
                }
                assertThat(netlink.queuePairs(device))
                        .allSatisfy(queuePair -> assertThat(queuePair.type()).isNotEmpty());
            }
        }
    }

    @Test
    void waitsNoLongerThanItMayWhenNothingComes() throws Exception {
        try (NetlinkSocket socket = routing()) {
            assertThat(socket.receive(room(4096), 1)).isEqualTo(NetlinkChannel.NOTHING);
        }
    }

    @Test
    void carriesARequestToTheKernelAndItsAnswerBack() throws Exception {
        try (NetlinkSocket socket = routing()) {
            ByteBuffer answer = room(1 << 16);
            socket.send(linkDump(5));
            int length = socket.receive(answer, 1000);

            Messages messages = new Messages(answer.limit(length));
            assertThat(messages.next()).isTrue();
            assertThat(messages.sequence()).isEqualTo(5);
            assertThat(messages.socket()).isNotZero();
            assertThat(answer.position()).isEqualTo(length);
        }
    }

    @Test
    void tellsTheLengthOfADatagramThatWasCutOff() throws Exception {
        try (NetlinkSocket socket = routing()) {
            ByteBuffer little = room(32);
            socket.send(linkDump(6));

            assertThat(socket.receive(little, 1000)).isGreaterThan(32);
            assertThat(little.position()).isEqualTo(32);
        }
    }

    @Test
    void nothingGoesThroughAClosedSocket() throws Exception {
        NetlinkSocket socket = routing();
        socket.close();
        socket.close();

        assertThatThrownBy(() -> socket.send(linkDump(7))).hasMessageEndingWith("EBADF");
        assertThatThrownBy(() -> socket.receive(room(32), 1)).hasMessageEndingWith("EBADF");
    }

    /** Every kernel has it, and it speaks the same datagrams. */
    private static NetlinkSocket routing() throws ErrnoException {
        return new NetlinkSocket(Descriptor.socket("route netlink", AF_NETLINK, SOCK_RAW, NETLINK_ROUTE));
    }

    private static ByteBuffer linkDump(int sequence) {
        ByteBuffer request = room(32);
        request.putInt(32).putShort(RTM_GETLINK).putShort((short) 0x301).putInt(sequence);
        return request.clear();
    }

    private static ByteBuffer room(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
}
