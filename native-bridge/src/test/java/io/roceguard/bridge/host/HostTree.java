// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** A sysfs and a proc in a directory, with as much in them as finding NICs takes. */
final class HostTree {

    private final Path root;

    HostTree(Path root) throws IOException {
        this.root = root;
        Files.createDirectories(sysfs().resolve("class/infiniband"));
        Files.createDirectories(sysfs().resolve("class/net"));
        Files.createDirectories(proc().resolve("net"));
    }

    Path sysfs() {
        return root.resolve("sys");
    }

    Path proc() {
        return root.resolve("proc");
    }

    /** An RDMA device on a PCI function with one port, one counter and one network interface. */
    HostTree device(String name, String pciAddress, String driver, String guid, String netdev) throws IOException {
        Path function = sysfs().resolve("devices/pci0000:00").resolve(pciAddress);
        Path device = function.resolve("infiniband").resolve(name);
        Path counters = Files.createDirectories(device.resolve("ports/1/hw_counters"));
        Files.writeString(counters.resolve("out_of_sequence"), "7\n");
        Files.writeString(device.resolve("node_guid"), guid + "\n");
        Files.writeString(device.resolve("ports/1/link_layer"), "Ethernet\n");
        Files.createDirectories(function.resolve("net").resolve(netdev));
        Path drivers =
                Files.createDirectories(sysfs().resolve("bus/pci/drivers").resolve(driver));
        link(function.resolve("driver"), drivers);
        link(device.resolve("device"), function);
        link(sysfs().resolve("class/infiniband").resolve(name), device);
        return this;
    }

    /** Another name for a device, as udev or {@code rdma dev set} give. */
    HostTree rename(String pciAddress, String name, String newName) throws IOException {
        Path devices = sysfs().resolve("devices/pci0000:00").resolve(pciAddress).resolve("infiniband");
        Files.move(devices.resolve(name), devices.resolve(newName));
        Files.delete(sysfs().resolve("class/infiniband").resolve(name));
        link(sysfs().resolve("class/infiniband").resolve(newName), devices.resolve(newName));
        return this;
    }

    /** Its fwctl device. */
    HostTree fwctl(String name, String pciAddress) throws IOException {
        Path function = sysfs().resolve("devices/pci0000:00").resolve(pciAddress);
        Path device = Files.createDirectories(function.resolve("fwctl").resolve(name));
        link(device.resolve("device"), function);
        Files.createDirectories(sysfs().resolve("class/fwctl"));
        link(sysfs().resolve("class/fwctl").resolve(name), device);
        return this;
    }

    HostTree withoutFwctl(String name) throws IOException {
        Files.delete(sysfs().resolve("class/fwctl").resolve(name));
        return this;
    }

    HostTree defaultRoute(String netdev) throws IOException {
        Files.writeString(
                proc().resolve("net/route"),
                "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n" + netdev
                        + "\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n");
        return this;
    }

    private static void link(Path link, Path target) throws IOException {
        if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
            Files.createSymbolicLink(link, target);
        }
    }
}
