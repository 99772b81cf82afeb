// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.NicInventory;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The RDMA devices under {@code class/infiniband} of a sysfs. A host without that directory has none. Holds nothing open;
 * its devices do.
 */
public final class SysfsInventory implements NicInventory {

    static final String INFINIBAND = "class/infiniband";

    private final SysfsDirectory sysfs;
    private final InfinibandClass infiniband;
    private final LongSupplier nanoClock;
    private final DescriptorBudget budget;
    private Map<String, SysfsNic> nics = Map.of();

    /** All devices. */
    public SysfsInventory(Path root, LongSupplier nanoClock) {
        this(root, nanoClock, name -> true);
    }

    /**
     * @param root where sysfs is mounted: {@code /sys}, or {@code /sys-host} in a container that has the host's there
     * @param nanoClock {@code System::nanoTime}, or a test's
     * @param wanted by device name; of the others nothing is read
     */
    public SysfsInventory(Path root, LongSupplier nanoClock, Predicate<String> wanted) {
        this(root, nanoClock, wanted, SysfsFiles.KERNEL, DescriptorBudget.ofThisProcess());
    }

    SysfsInventory(
            Path root, LongSupplier nanoClock, Predicate<String> wanted, SysfsFiles files, DescriptorBudget budget) {
        this.sysfs = new SysfsDirectory(root, files);
        this.infiniband = new InfinibandClass(sysfs.in(INFINIBAND), wanted);
        this.nanoClock = nanoClock;
        this.budget = budget;
    }

    @Override
    public String source() {
        return "sysfs " + infiniband.directory().path();
    }

    @Override
    public List<Nic> scan() throws NicException {
        return List.copyOf(devices());
    }

    /** As {@link #scan}. */
    public synchronized List<SysfsNic> devices() throws NicException {
        Map<String, SysfsNic> found = new TreeMap<>();
        for (String name : names()) {
            SysfsDirectory device = infiniband.device(name);
            // A link into nowhere: it vanished since the listing.
            if (device.exists()) {
                SysfsNic known = nics.get(name);
                NicIdentity identity = SysfsNic.identify(name, device, known == null ? null : known.identity());
                // Compared whole: after a firmware update it is the same device and must be shown anew.
                boolean same = known != null && known.identity().equals(identity);
                found.put(name, same ? known : new SysfsNic(identity, sysfs, infiniband, nanoClock, budget));
            }
        }
        nics = found;
        return List.copyOf(found.values());
    }

    /** The next look makes it anew: for a device that its user closes. */
    public synchronized void forget(SysfsNic device) {
        Map<String, SysfsNic> rest = new TreeMap<>(nics);
        rest.values().remove(device);
        nics = rest;
    }

    private List<String> names() throws NicException.Unreachable {
        try {
            return infiniband.names();
        } catch (NoSuchFileException noRdma) {
            return List.of();
        } catch (IOException failure) {
            throw new NicException.Unreachable(
                    "this host",
                    "Looking for RDMA devices",
                    Errno.nameOf(failure) + ", " + infiniband.directory().path() + " cannot be read",
                    "Check the permissions of this process and that the configured sysfs root " + sysfs.path()
                            + " is a mounted sysfs.",
                    failure);
        }
    }

    @Override
    public void close() {}
}
