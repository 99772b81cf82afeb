// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.bridge.fwctl.FwctlDirectory;
import io.roceguard.device.NicException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands in the place of a node, and whether another way may be tried then. */
class FwctlWayTest {

    private static final String FUNCTION = "0000:1a:00.0";

    @TempDir
    Path root;

    private HostTree host;
    private Path node;
    private FwctlWay way;

    @BeforeEach
    void make() throws IOException {
        host = new HostTree(root)
                .device("mlx5_0", FUNCTION, "mlx5_core", "0c42:a103:0065:1b2a", "ens1")
                .fwctl("fwctl0", FUNCTION);
        node = Files.createDirectories(root.resolve("dev/fwctl")).resolve("fwctl0");
        way = new FwctlWay("mlx5_0", FUNCTION, new FwctlDirectory(host.sysfs(), root.resolve("dev")));
    }

    @Test
    void isClosedWhereTheNodeIsMissing() {
        assertThatThrownBy(way::open)
                .isInstanceOf(WayClosedException.class)
                .hasMessageContaining("ENOENT on opening " + node)
                .hasMessageContaining("this container is not given the device");
    }

    @Test
    void isClosedWhereTheNodeIsNoFwctlDevice() throws Exception {
        Files.createFile(node);

        assertThatThrownBy(way::open)
                .isInstanceOf(WayClosedException.class)
                .hasMessageContaining("ENOTTY from FWCTL_INFO on " + node);
    }

    @Test
    void isClosedForGoodByAnErrorThatNeedNotPass() throws Exception {
        // ELOOP, which stands for every errno that nobody has foreseen.
        Files.createSymbolicLink(node, node);

        assertThatThrownBy(way::open)
                .isInstanceOf(WayClosedException.class)
                .hasMessageContaining("on opening " + node + ". Opening asks the firmware for a user context");
    }

    @Test
    void isNotClosedButPassingWhileTheDeviceResets() throws Exception {
        // Opening a socket gives ENXIO, as a device does that is down.
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(node));

            assertThatThrownBy(way::open)
                    .isInstanceOf(NicException.Unreachable.class)
                    .hasMessageContaining("ENXIO, the device is down or resetting");
        }
    }

    @Test
    void isClosedWhereTheNodeIsAnotherDevice() throws Exception {
        Files.createSymbolicLink(node, Path.of("/dev/null"));
        Path number = host.sysfs().resolve("class/fwctl/fwctl0/dev");

        Files.writeString(number, "240:0\n");
        assertThatThrownBy(way::open)
                .isInstanceOf(WayClosedException.class)
                .hasMessageContaining(node
                        + " is not the device that sysfs has under this name: 1:3 instead of 240:0. Nothing was sent.");

        Files.writeString(number, "1:3\n");
        assertThatThrownBy(way::open)
                .isInstanceOf(WayClosedException.class)
                .hasMessageContaining("ENOTTY from FWCTL_INFO");
    }

    @Test
    void isClosedWithoutADeviceOfTheFunction() throws Exception {
        host.withoutFwctl("fwctl0");

        assertThatThrownBy(way::open)
                .isInstanceOf(WayClosedException.class)
                .hasMessageStartingWith("no device for " + FUNCTION + " in class/fwctl");
        assertThat(way.label()).isEqualTo("fwctl");
    }
}
