// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import io.roceguard.device.CounterPort;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.PortInfo;
import io.roceguard.device.QueuePairPort;
import io.roceguard.device.RegisterPort;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/** One entry of {@code /sys/class/infiniband}. Holds no descriptor open. */
final class SysfsNic implements Nic {

    private static final Pattern PCI_ADDRESS = Pattern.compile("[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]");

    private final NicIdentity identity;
    private final SysfsDirectory device;
    private final SysfsPorts ports;
    private final SysfsCounters counters;
    private final RegisterPort register;
    private final QueuePairPort queuePairs;

    /**
     * @param sysfs {@code /sys}
     */
    SysfsNic(NicIdentity identity, SysfsDirectory sysfs, LongSupplier nanoClock) {
        SysfsDirectory infiniband = sysfs.in(SysfsInventory.INFINIBAND);
        this.identity = identity;
        this.device = infiniband.in(identity.name());
        this.ports = new SysfsPorts(device, sysfs.in("class/net"));
        this.counters = new SysfsCounters(identity.name(), infiniband, nanoClock);
        this.register = new NoRegister(identity);
        this.queuePairs = new NoQueuePairs(identity.name());
    }

    /** What the files tell; nothing is concluded from the name. */
    static NicIdentity identify(String name, SysfsDirectory device) {
        String function = device.linkTarget("device");
        return new NicIdentity(
                name,
                function != null && PCI_ADDRESS.matcher(function).matches() ? function : null,
                device.text("node_guid"),
                device.linkTarget("device/driver"),
                device.text("fw_ver"),
                device.text("board_id"),
                device.text("hca_type"),
                device.holds("device/physfn"));
    }

    static NicException.Unreachable gone(String name, String operation, Path path) {
        return new NicException.Unreachable(
                name,
                operation,
                "ENODEV, " + path + " no longer exists",
                "The device was removed or renamed, or its driver is being reloaded; the next scan finds it again when it"
                        + " is back.");
    }

    @Override
    public NicIdentity identity() {
        return identity;
    }

    @Override
    public List<PortInfo> readPorts() throws NicException {
        List<PortInfo> found = ports.read();
        if (!device.exists()) {
            throw gone(identity.name(), "Reading the ports", device.path());
        }
        return found;
    }

    @Override
    public RegisterPort register() {
        return register;
    }

    @Override
    public CounterPort counters() {
        return counters;
    }

    @Override
    public QueuePairPort queuePairs() {
        return queuePairs;
    }

    @Override
    public void close() {}
}
