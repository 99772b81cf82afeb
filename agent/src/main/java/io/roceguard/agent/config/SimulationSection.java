// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import io.roceguard.text.YamlNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The {@code simulation} of the configuration file. */
final class SimulationSection {

    private static final String DEFAULT_SCENARIO = "lossy";
    private static final long DEFAULT_SEED = 1;
    private static final int MOST_PORTS = 8;

    private SimulationSection() {}

    static DaemonConfig.Simulation byDefault() {
        return new DaemonConfig.Simulation(DEFAULT_SCENARIO, DEFAULT_SEED, defaultNics());
    }

    private static List<DaemonConfig.SimulatedNic> defaultNics() {
        return List.of(
                new DaemonConfig.SimulatedNic("mlx5_0", "cx7-2025-07", 2),
                new DaemonConfig.SimulatedNic("mlx5_1", "cx6", 2));
    }

    static DaemonConfig.Simulation read(YamlNode node) {
        YamlNode simulation = node.mapping("scenario", "seed", "nics");
        return new DaemonConfig.Simulation(
                simulation.opt("scenario").map(YamlNode::string).orElse(DEFAULT_SCENARIO),
                simulation
                        .opt("seed")
                        .map(seed -> seed.integer(Long.MIN_VALUE, Long.MAX_VALUE))
                        .orElse(DEFAULT_SEED),
                simulation.opt("nics").map(SimulationSection::nics).orElseGet(SimulationSection::defaultNics));
    }

    private static List<DaemonConfig.SimulatedNic> nics(YamlNode list) {
        List<DaemonConfig.SimulatedNic> nics = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlNode item : list.list()) {
            YamlNode nic = item.mapping("name", "preset", "ports");
            String name = nic.required("name").string();
            if (!names.add(name)) {
                throw nic.required("name").fail("There are two simulated NICs named " + name + ".");
            }
            nics.add(new DaemonConfig.SimulatedNic(name, nic.required("preset").string(), (int) (long)
                    nic.opt("ports").map(ports -> ports.integer(1, MOST_PORTS)).orElse(2L)));
        }
        if (nics.isEmpty()) {
            throw list.fail("A simulation needs at least one NIC.");
        }
        return nics;
    }
}
