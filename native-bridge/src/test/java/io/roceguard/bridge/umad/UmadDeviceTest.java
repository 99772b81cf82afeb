// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.umad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.device.NicException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UmadDeviceTest {

    private static final Path DEV = Path.of("/dev");

    @TempDir
    Path sysfs;

    private void version(String version) throws IOException {
        Files.createDirectories(sysfs.resolve("class/infiniband_mad"));
        Files.writeString(sysfs.resolve("class/infiniband_mad/abi_version"), version + "\n");
    }

    private void entry(String name, String rdmaDevice, String port) throws IOException {
        Path directory =
                Files.createDirectories(sysfs.resolve("class/infiniband_mad").resolve(name));
        Files.writeString(directory.resolve("ibdev"), rdmaDevice + "\n");
        Files.writeString(directory.resolve("port"), port + "\n");
    }

    @Test
    void findsThePortsAndLeavesTheSubnetManagersNodesOut() throws Exception {
        version("5");
        entry("umad2", "mlx5_0", "2");
        entry("umad10", "mlx5_0", "1");
        entry("umad0", "mlx4_0", "1");
        entry("issm0", "mlx5_0", "1");

        assertThat(UmadDevice.find(sysfs, DEV))
                .containsExactly(
                        new UmadDevice(Path.of("/dev/infiniband/umad0"), "mlx4_0", 1),
                        new UmadDevice(Path.of("/dev/infiniband/umad10"), "mlx5_0", 1),
                        new UmadDevice(Path.of("/dev/infiniband/umad2"), "mlx5_0", 2));
        assertThat(UmadDevice.of(sysfs, DEV, "mlx5_0", 2).node()).isEqualTo(Path.of("/dev/infiniband/umad2"));
    }

    @Test
    void leavesOutAPortThatVanishesMeanwhile() throws Exception {
        version("5");
        Files.createDirectories(sysfs.resolve("class/infiniband_mad/umad0"));
        entry("umad1", "mlx5_0", "1");

        assertThat(UmadDevice.find(sysfs, DEV)).hasSize(1);
    }

    @Test
    void aKernelWithoutUmadHasNone() throws Exception {
        assertThat(UmadDevice.find(sysfs, DEV)).isEmpty();
        assertThatThrownBy(() -> UmadDevice.of(sysfs, DEV, "mlx5_0", 1))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessage(
                        "Looking for umad devices on mlx5_0 failed: there is none for port 1. Load the kernel module"
                                + " with modprobe ib_umad, and see that device and port exist.");
    }

    @Test
    void refusesAnotherVersionOfTheInterface() throws Exception {
        version("6");

        assertThatThrownBy(() -> UmadDevice.find(sysfs, DEV))
                .isInstanceOf(NicException.NotSupported.class)
                .hasMessageContaining("abi_version is 6 instead of 5");
    }

    @Test
    void saysWhenSysfsShowsNonsense() throws Exception {
        version("5");
        entry("umad0", "mlx5_0", "one");

        assertThatThrownBy(() -> UmadDevice.find(sysfs, DEV))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining("\"one\"");
    }
}
