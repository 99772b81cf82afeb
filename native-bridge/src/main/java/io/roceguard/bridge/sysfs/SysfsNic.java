// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.PortInfo;
import io.roceguard.device.QueuePairPort;
import io.roceguard.device.RegisterPort;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One entry of {@code /sys/class/infiniband}. Keeps the files of its counters open. */
public final class SysfsNic implements Nic {

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
    SysfsNic(
            NicIdentity identity,
            SysfsDirectory sysfs,
            InfinibandClass infiniband,
            LongSupplier nanoClock,
            DescriptorBudget budget) {
        this.identity = identity;
        this.device = infiniband.device(identity.name());
        this.ports = new SysfsPorts(device, sysfs.in("class/net"));
        this.counters = new SysfsCounters(identity.name(), infiniband, nanoClock, budget);
        this.register = new NoRegister(identity);
        this.queuePairs = new NoQueuePairs(identity.name());
    }

    /**
     * What the files tell; nothing is concluded from the name. An attribute that cannot be read now keeps its value while
     * name and PCI address stay: one failed read makes no other device.
     *
     * @param before what was found under this name, null for nothing
     */
    static NicIdentity identify(String name, SysfsDirectory device, @Nullable NicIdentity before) {
        String function = device.linkTarget("device");
        String pciAddress = function != null && PCI_ADDRESS.matcher(function).matches() ? function : null;
        NicIdentity known = before != null && Objects.equals(before.pciAddress(), pciAddress) ? before : null;
        return new NicIdentity(
                name,
                pciAddress,
                textOr(device, "node_guid", known == null ? null : known.nodeGuid()),
                device.linkTarget("device/driver"),
                textOr(device, "fw_ver", known == null ? null : known.firmware()),
                textOr(device, "board_id", known == null ? null : known.boardId()),
                textOr(device, "hca_type", known == null ? null : known.hcaType()),
                device.holds("device/physfn"));
    }

    private static @Nullable String textOr(SysfsDirectory device, String attribute, @Nullable String known) {
        String text = device.text(attribute);
        return text == null ? known : text;
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
            counters.close();
            throw gone(identity.name(), "Reading the ports", device.path());
        }
        return found;
    }

    /** Reads the PCI function and the GUID again: one of them that was known must not have changed. */
    @Override
    public void confirmIdentity() throws NicException {
        String operation = "Making sure of the device";
        if (!device.exists()) {
            throw gone(identity.name(), operation, device.path());
        }
        NicIdentity now = identify(identity.name(), device, null);
        if (changed(identity.pciAddress(), now.pciAddress()) || changed(identity.nodeGuid(), now.nodeGuid())) {
            throw new NicException.Unreachable(
                    identity.name(),
                    operation,
                    "the name leads to " + now.stableId() + " and no longer to " + identity.stableId(),
                    "The device was renamed or replaced; the next scan finds what is there now.");
        }
    }

    private static boolean changed(@Nullable String before, @Nullable String now) {
        return before != null && !before.equals(now);
    }

    /**
     * Names of the network interfaces of the same PCI function, sorted; empty where there is none or sysfs does not tell.
     * May block, as {@link #readPorts}.
     */
    public List<String> networkInterfaces() {
        return device.in("device/net").entriesOrNone();
    }

    @Override
    public RegisterPort register() {
        return register;
    }

    @Override
    public SysfsCounters counters() {
        return counters;
    }

    @Override
    public QueuePairPort queuePairs() {
        return queuePairs;
    }

    @Override
    public void close() {
        counters.close();
    }
}
