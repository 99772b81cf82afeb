// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.inventory;

import io.roceguard.agent.config.DaemonConfig;
import io.roceguard.bridge.host.HostInventory;
import io.roceguard.bridge.host.HostOptions;
import io.roceguard.device.NicInventory;
import io.roceguard.sim.SimulatedInventory;
import io.roceguard.sim.SimulatedNicSpec;
import java.util.List;
import java.util.function.LongSupplier;

/** Opens the inventory that the configuration asks for: the NICs of this host, or simulated ones. */
public final class NicSource {

    private NicSource() {}

    /**
     * The configured inventory, filtered by name.
     *
     * @throws IllegalArgumentException naming the closest scenario or preset when one is unknown
     */
    public static NicInventory open(DaemonConfig.Nics nics, LongSupplier nanoClock) {
        DaemonConfig.Simulation simulation = nics.simulation();
        return simulation == null
                ? new HostInventory(options(nics), nanoClock)
                : new FilteredInventory(simulated(simulation, nanoClock), nics::isWanted);
    }

    private static HostOptions options(DaemonConfig.Nics nics) {
        HostOptions host = HostOptions.of(nics.sysfsRoot());
        return new HostOptions(
                host.sysfs(),
                host.dev(),
                host.proc(),
                nics::isWanted,
                nics.excludeDefaultRoute(),
                nic -> nics.wayTo(nic.name(), nic.pciAddress()),
                host.toolDirectories(),
                nics.mlxreg());
    }

    private static NicInventory simulated(DaemonConfig.Simulation simulation, LongSupplier nanoClock) {
        List<SimulatedNicSpec> specs = simulation.nics().stream()
                .map(nic -> SimulatedNicSpec.of(nic.name(), nic.preset(), nic.ports()))
                .toList();
        return new SimulatedInventory(specs, simulation.scenario(), simulation.seed(), nanoClock);
    }
}
