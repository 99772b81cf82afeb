// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.umad;

import io.roceguard.device.NicException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The node through which the MADs of one port go.
 *
 * @param node {@code /dev/infiniband/umad0}
 * @param rdmaDevice {@code mlx5_0}
 * @param port 1-based
 */
public record UmadDevice(Path node, String rdmaDevice, int port) {

    private static final String ABI_VERSION = "5";
    private static final String OPERATION = "Looking for umad devices";

    /**
     * The nodes of this host by RDMA device and port; empty where the kernel has no {@code ib_umad}. A port that
     * vanishes while this looks is left out.
     *
     * @param sysfs {@code /sys}
     * @param dev {@code /dev}
     * @throws NicException.NotSupported when the kernel speaks another version of the interface
     * @throws NicException.Unreachable when sysfs cannot be read
     */
    public static List<UmadDevice> find(Path sysfs, Path dev) throws NicException {
        Path directory = sysfs.resolve("class/infiniband_mad");
        List<UmadDevice> found = new ArrayList<>();
        try {
            String version = attribute(directory, "abi_version");
            if (version == null) {
                return List.of();
            }
            if (!version.equals(ABI_VERSION)) {
                throw new NicException.NotSupported(
                        directory.toString(),
                        OPERATION,
                        "abi_version is " + version + " instead of " + ABI_VERSION,
                        "This kernel's ib_umad is of another version than the one that is known here.");
            }
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "umad[0-9]*")) {
                for (Path entry : entries) {
                    String rdmaDevice = attribute(entry, "ibdev");
                    String port = attribute(entry, "port");
                    if (rdmaDevice != null && port != null) {
                        Path node = dev.resolve("infiniband").resolve(entry.getFileName());
                        found.add(new UmadDevice(node, rdmaDevice, Integer.parseInt(port)));
                    }
                }
            }
        } catch (IOException | NumberFormatException unreadable) {
            throw new NicException.Unreachable(
                    directory.toString(),
                    OPERATION,
                    String.valueOf(unreadable),
                    "Sysfs is incomplete here; see that it is mounted and readable.",
                    unreadable);
        }
        found.sort(Comparator.comparing(UmadDevice::rdmaDevice).thenComparing(UmadDevice::port));
        return List.copyOf(found);
    }

    /**
     * The node of that port.
     *
     * @throws NicException.Unreachable also when there is none
     */
    public static UmadDevice of(Path sysfs, Path dev, String rdmaDevice, int port) throws NicException {
        for (UmadDevice device : find(sysfs, dev)) {
            if (device.rdmaDevice.equals(rdmaDevice) && device.port == port) {
                return device;
            }
        }
        throw new NicException.Unreachable(
                rdmaDevice,
                OPERATION,
                "there is none for port " + port,
                "Load the kernel module with modprobe ib_umad, and see that device and port exist.");
    }

    private static @Nullable String attribute(Path directory, String name) throws IOException {
        try {
            return Files.readString(directory.resolve(name)).strip();
        } catch (NoSuchFileException absent) {
            return null;
        }
    }
}
