// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import io.roceguard.agent.config.DaemonConfig.Http;
import io.roceguard.agent.config.DaemonConfig.Jmx;
import io.roceguard.agent.config.DaemonConfig.Nics;
import io.roceguard.agent.config.DaemonConfig.Poll;
import io.roceguard.agent.config.DaemonConfig.SimulatedNic;
import io.roceguard.agent.config.DaemonConfig.Simulation;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds for every key that the configuration leaves out. */
public final class ConfigDefaults {

    static final Level LOG_LEVEL = Level.INFO;
    static final Nics NICS = new Nics(Path.of("/sys"), null, null, false, List.of(), null, null);
    static final Poll POLL =
            new Poll(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30));
    static final Http HTTP = new Http("127.0.0.1", 8778, 4);
    static final Jmx JMX = new Jmx(true, "127.0.0.1", 8779);

    private static final List<SimulatedNic> SIMULATED_NICS =
            List.of(new SimulatedNic("mlx5_0", "cx7-2025-07", 2), new SimulatedNic("mlx5_1", "cx6", 2));

    private ConfigDefaults() {}

    /** A ConnectX-7 that takes profiles and a ConnectX-6 that does not, two ports each, with a lossy fabric. */
    public static Simulation simulation() {
        return new Simulation("lossy", 1, SIMULATED_NICS);
    }

    static Path stateDirectory() {
        return stateDirectory(
                System.getProperty("user.name", ""),
                System.getenv("XDG_STATE_HOME"),
                Path.of(System.getProperty("user.home", "")));
    }

    /**
     * @param xdgStateHome used when it is an absolute path, as the XDG base directory specification wants it
     */
    static Path stateDirectory(String user, @Nullable String xdgStateHome, Path home) {
        if (user.equals("root")) {
            return Path.of("/var/lib/roceguard");
        }
        boolean absolute = xdgStateHome != null && xdgStateHome.startsWith("/");
        return (absolute ? Path.of(xdgStateHome) : home.resolve(".local/state")).resolve("roceguard");
    }
}
