// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import io.roceguard.bridge.fwctl.FwctlDirectory;
import io.roceguard.bridge.mlxreg.RunningTools;
import io.roceguard.bridge.netlink.NetlinkSession;
import io.roceguard.bridge.sysfs.SysfsInventory;
import io.roceguard.bridge.sysfs.SysfsNic;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.NicInventory;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/** The RDMA devices of this host, found by sysfs. */
public final class HostInventory implements NicInventory {

    private static final Logger LOG = System.getLogger(HostInventory.class.getPackageName());

    private final HostOptions options;
    private final LongSupplier nanoClock;
    private final SysfsInventory sysfs;
    private final FwctlDirectory fwctl;
    private final RunningTools tools = new RunningTools();
    private Map<SysfsNic, HostNic> nics = new HashMap<>();
    private final Set<String> leftOut = new TreeSet<>();

    public HostInventory(HostOptions options, LongSupplier nanoClock) {
        this.options = options;
        this.nanoClock = nanoClock;
        this.sysfs = new SysfsInventory(options.sysfs(), nanoClock, options.wanted());
        this.fwctl = new FwctlDirectory(options.sysfs(), options.dev());
    }

    @Override
    public String source() {
        return sysfs.source();
    }

    @Override
    public synchronized List<Nic> scan() throws NicException {
        Set<String> defaultRoute = defaultRoute();
        List<SysfsNic> devices = sysfs.devices();
        Map<SysfsNic, HostNic> known = nics;
        nics = new HashMap<>();
        List<Nic> found = new ArrayList<>();
        for (SysfsNic device : devices) {
            if (carries(device, defaultRoute)) {
                // Whoever watched it closes it; if it is watched again, then as a new one.
                sysfs.forget(device);
            } else {
                HostNic before = known.get(device);
                HostNic nic = before == null ? open(device) : before;
                nics.put(device, nic);
                found.add(nic);
            }
        }
        return List.copyOf(found);
    }

    private Set<String> defaultRoute() throws NicException.Unreachable {
        if (!options.withoutDefaultRoute()) {
            return Set.of();
        }
        try {
            return new DefaultRoute(options.proc(), options.sysfs()).interfaces();
        } catch (IOException unreadable) {
            throw new NicException.Unreachable(
                    "this host",
                    "Looking for the default route",
                    "the routes in " + options.proc() + " cannot be read: " + unreadable,
                    "Until they can, no NIC is taken up, because it may be the one to be left alone; see"
                            + " nics.exclude_default_route in the configuration.",
                    unreadable);
        }
    }

    private boolean carries(SysfsNic device, Set<String> defaultRoute) {
        if (defaultRoute.isEmpty()) {
            leftOut.clear();
            return false;
        }
        String name = device.identity().name();
        List<String> carrying = device.networkInterfaces().stream()
                .filter(defaultRoute::contains)
                .toList();
        if (carrying.isEmpty()) {
            leftOut.remove(name);
            return false;
        }
        if (leftOut.add(name)) {
            LOG.log(Level.INFO, "{0} is left out: {1} carries the host''s default route.", name, carrying.get(0));
        }
        return true;
    }

    private HostNic open(SysfsNic device) {
        NicIdentity identity = device.identity();
        NetlinkSession netlink = new NetlinkSession(identity.name(), options.proc());
        return new HostNic(device, netlink, ways(identity), nanoClock);
    }

    private List<Way> ways(NicIdentity nic) {
        List<Way> ways = new ArrayList<>();
        String pciAddress = nic.pciAddress();
        RegisterWay allowed = options.way().apply(nic);
        if (pciAddress == null || !nic.isConnectX()) {
            return ways;
        }
        if (allowed.allowsFwctl()) {
            ways.add(new FwctlWay(nic.name(), pciAddress, fwctl));
        }
        if (allowed.allowsMlxreg()) {
            ways.add(new MlxregWay(nic.name(), pciAddress, options.toolDirectories(), options.mlxreg(), tools));
        }
        return ways;
    }

    /** What a NIC holds open is closed by whoever watches it. */
    @Override
    public void close() {}
}
