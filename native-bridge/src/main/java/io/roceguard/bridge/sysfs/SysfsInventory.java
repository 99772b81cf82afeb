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

/** The RDMA devices under {@code class/infiniband} of a sysfs. A host without that directory has none. */
public final class SysfsInventory implements NicInventory {

    static final String INFINIBAND = "class/infiniband";

    private final SysfsDirectory sysfs;
    private final SysfsDirectory infiniband;
    private final LongSupplier nanoClock;
    private Map<String, SysfsNic> nics = Map.of();

    /**
     * @param root where sysfs is mounted: {@code /sys}, or {@code /sys-host} in a container that has the host's there
     * @param nanoClock {@code System::nanoTime}, or a test's
     */
    public SysfsInventory(Path root, LongSupplier nanoClock) {
        this(root, nanoClock, SysfsFiles.KERNEL);
    }

    SysfsInventory(Path root, LongSupplier nanoClock, SysfsFiles files) {
        this.sysfs = new SysfsDirectory(root, files);
        this.infiniband = sysfs.in(INFINIBAND);
        this.nanoClock = nanoClock;
    }

    @Override
    public String source() {
        return "sysfs " + infiniband.path();
    }

    @Override
    public synchronized List<Nic> scan() throws NicException {
        Map<String, SysfsNic> found = new TreeMap<>();
        for (String name : names()) {
            SysfsDirectory device = infiniband.in(name);
            // A link into nowhere: it vanished since the listing.
            if (device.exists()) {
                SysfsNic known = nics.get(name);
                NicIdentity identity = SysfsNic.identify(name, device, known == null ? null : known.identity());
                // Compared whole: after a firmware update it is the same device and must be shown anew.
                boolean same = known != null && known.identity().equals(identity);
                found.put(name, same ? known : new SysfsNic(identity, sysfs, nanoClock));
            }
        }
        nics = found;
        return List.copyOf(found.values());
    }

    private List<String> names() throws NicException.Unreachable {
        try {
            return infiniband.entries();
        } catch (NoSuchFileException noRdma) {
            return List.of();
        } catch (IOException failure) {
            throw new NicException.Unreachable(
                    "this host",
                    "Looking for RDMA devices",
                    Errno.nameOf(failure) + ", " + infiniband.path() + " cannot be read",
                    "Check the permissions of this process and that the configured sysfs root " + sysfs.path()
                            + " is a mounted sysfs.",
                    failure);
        }
    }

    /** Nothing is held open. */
    @Override
    public void close() {}
}
