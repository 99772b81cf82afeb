// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import java.nio.file.Path;
import java.util.Map;

/** Where the daemon keeps its state when the configuration does not say. */
public final class StateDirectory {

    private StateDirectory() {}

    /** {@code /var/lib/roceguard} for root; else below {@code $XDG_STATE_HOME}, or {@code ~/.local/state}. */
    public static Path byDefault() {
        return byDefault(System.getenv(), System.getProperty("user.name"), System.getProperty("user.home"));
    }

    static Path byDefault(Map<String, String> environment, String user, String home) {
        if (user.equals("root")) {
            return Path.of("/var/lib/roceguard");
        }
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        return (state.isEmpty() ? Path.of(home, ".local", "state") : Path.of(state)).resolve("roceguard");
    }
}
