// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import io.roceguard.agent.config.DaemonConfig.Nics;
import io.roceguard.agent.config.DaemonConfig.RegisterAccess;
import io.roceguard.agent.config.DaemonConfig.SimulatedNic;
import io.roceguard.agent.config.DaemonConfig.Simulation;
import io.roceguard.bridge.host.RegisterWay;
import io.roceguard.text.Excerpt;
import io.roceguard.text.YamlNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The sections {@code nics} and {@code simulation}: which NICs, and how they are reached. */
final class NicsReader {

    private final Function<YamlNode, Path> paths;

    /** @param paths reads a path, relative to the configuration file */
    NicsReader(Function<YamlNode, Path> paths) {
        this.paths = paths;
    }

    Nics read(Optional<YamlNode> section, Optional<YamlNode> simulation) {
        Optional<YamlNode> nics = section.map(node ->
                node.mapping("sysfs_root", "include", "exclude", "exclude_default_route", "register_access", "mlxreg"));
        return new Nics(
                nics.flatMap(node -> node.opt("sysfs_root")).map(paths).orElse(ConfigDefaults.NICS.sysfsRoot()),
                nics.flatMap(node -> node.opt("include"))
                        .map(NicsReader::pattern)
                        .orElse(null),
                nics.flatMap(node -> node.opt("exclude"))
                        .map(NicsReader::pattern)
                        .orElse(null),
                nics.flatMap(node -> node.opt("exclude_default_route"))
                        .map(YamlNode::bool)
                        .orElse(ConfigDefaults.NICS.excludeDefaultRoute()),
                nics.flatMap(node -> node.opt("register_access"))
                        .map(NicsReader::registerAccess)
                        .orElse(ConfigDefaults.NICS.registerAccess()),
                nics.flatMap(node -> node.opt("mlxreg")).map(this::program).orElse(null),
                simulation.map(NicsReader::simulation).orElse(null));
    }

    private static List<RegisterAccess> registerAccess(YamlNode node) {
        return node.list().stream()
                .map(entry -> entry.mapping("nic", "way"))
                .map(entry -> new RegisterAccess(
                        pattern(entry.required("nic")), entry.required("way").oneOf(RegisterWay.class)))
                .toList();
    }

    /** What runs as root must not depend on where the configuration lies. */
    private Path program(YamlNode node) {
        if (!node.string().startsWith("/")) {
            throw node.fail("nics.mlxreg must be an absolute path, such as /usr/bin/mlxreg: value="
                    + Excerpt.of(node.string()) + ".");
        }
        return paths.apply(node);
    }

    private static Simulation simulation(YamlNode node) {
        node.mapping("scenario", "seed", "nics");
        Simulation defaults = ConfigDefaults.simulation();
        return new Simulation(
                node.opt("scenario").map(YamlNode::string).orElse(defaults.scenario()),
                node.opt("seed")
                        .map(seed -> seed.integer(Long.MIN_VALUE, Long.MAX_VALUE))
                        .orElse(defaults.seed()),
                node.opt("nics").map(NicsReader::simulatedNics).orElse(defaults.nics()));
    }

    private static List<SimulatedNic> simulatedNics(YamlNode node) {
        List<SimulatedNic> nics = node.list().stream()
                .map(nic -> nic.mapping("name", "preset", "ports"))
                .map(nic -> new SimulatedNic(
                        nic.required("name").string(),
                        nic.required("preset").string(),
                        nic.opt("ports").map(ports -> (int) ports.integer(1, 8)).orElse(2)))
                .toList();
        if (nics.isEmpty()) {
            throw node.fail("simulation.nics is an empty list. Name at least one NIC, or leave the key out.");
        }
        return nics;
    }

    static Pattern pattern(YamlNode node) {
        try {
            return Pattern.compile(node.string());
        } catch (PatternSyntaxException invalid) {
            throw node.fail("This is no regular expression: " + invalid.getDescription() + " near character "
                    + (invalid.getIndex() + 1) + ".");
        }
    }
}
