// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Every byte of every request, written by hand from the kernel's headers. */
class RequestTest {

    private static final RdmaDevice DEVICE = new RdmaDevice(3, "mlx5_3", 1, null, "", "", "CA", null);

    private final ScriptedPeer peer = new ScriptedPeer();
    private final RdmaNetlink netlink = peer.netlink();

    @BeforeEach
    void littleEndian() {
        assumeTrue(
                ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN,
                "The bytes here are those of a little-endian machine; netlink is in the machine's order.");
    }

    @Test
    void devicesIsADumpWithoutAttributes() throws Throwable {
        assertSent(netlink::devices, "10000000 0114 0103 01000000 00000000");
    }

    @Test
    void portsIsADumpForTheDevice() throws Throwable {
        assertSent(() -> netlink.ports(DEVICE), "18000000 0514 0103 01000000 00000000  0800 0100 03000000");
    }

    @Test
    void portNamesDeviceAndPort() throws Throwable {
        assertSent(
                () -> netlink.port(DEVICE, 2),
                "20000000 0514 0100 01000000 00000000  0800 0300 02000000  0800 0100 03000000");
    }

    @Test
    void countersNamesDeviceAndPort() throws Throwable {
        assertSent(
                () -> netlink.counters(DEVICE, 1),
                "20000000 1114 0100 01000000 00000000  0800 0300 01000000  0800 0100 03000000");
    }

    @Test
    void queuePairsIsADumpForTheDevice() throws Throwable {
        assertSent(() -> netlink.queuePairs(DEVICE), "18000000 0a14 0103 01000000 00000000  0800 0100 03000000");
    }

    @Test
    void queuePairCountersIsADumpForQueuePairsOfThePort() throws Throwable {
        assertSent(
                () -> netlink.queuePairCounters(DEVICE, 1),
                "28000000 1114 0103 01000000 00000000"
                        + "  0800 0300 01000000  0800 4b00 13000000  0800 0100 03000000");
    }

    @Test
    void counterModeAsksForTheModeOfQueuePairs() throws Throwable {
        assertSent(
                () -> netlink.counterMode(DEVICE, 1),
                "30000000 1114 0100 01000000 00000000"
                        + "  0800 0300 01000000  0800 4b00 13000000  0800 4a00 02000000  0800 0100 03000000");
    }

    @Test
    void eachRequestHasTheNextSequenceNumber() throws Throwable {
        assertSent(netlink::devices, "10000000 0114 0103 01000000 00000000");
        assertSent(netlink::devices, "10000000 0114 0103 02000000 00000000");
    }

    /** What comes back does not matter here, so it is a refusal. */
    private void assertSent(Executable question, String hex) throws Throwable {
        peer.thenRefusal(1);
        try {
            question.execute();
        } catch (IOException refused) {
            assertThat(refused).hasMessageEndingWith("EPERM");
        }
        byte[] sent = peer.requests().get(peer.requests().size() - 1);
        assertThat(HexFormat.of().formatHex(sent)).isEqualTo(hex.replace(" ", ""));
    }
}
