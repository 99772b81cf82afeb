// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.inventory;

import io.roceguard.agent.config.DaemonConfig;
import io.roceguard.bridge.sysfs.SysfsInventory;
import io.roceguard.device.NicInventory;
import io.roceguard.sim.SimulatedInventory;
import io.roceguard.sim.SimulatedNicSpec;
import java.util.List;
import java.util.function.LongSupplier;

/** Opens the inventory that the configuration asks for: this host's sysfs, or simulated NICs. */
public final class NicSource {

    private NicSource() {}

    /**
     * The configured inventory, filtered by name.
     *
     * @throws IllegalArgumentException naming the closest scenario or preset when one is unknown
     */
    public static NicInventory open(DaemonConfig.Nics nics, LongSupplier nanoClock) {
        return new FilteredInventory(unfiltered(nics, nanoClock), nics);
    }

    private static NicInventory unfiltered(DaemonConfig.Nics nics, LongSupplier nanoClock) {
        DaemonConfig.Simulation simulation = nics.simulation();
        if (simulation == null) {
            return new SysfsInventory(nics.sysfsRoot(), nanoClock);
        }
        List<SimulatedNicSpec> specs = simulation.nics().stream()
                .map(nic -> SimulatedNicSpec.of(nic.name(), nic.preset(), nic.ports()))
                .toList();
        return new SimulatedInventory(specs, simulation.scenario(), simulation.seed(), nanoClock);
    }
}
