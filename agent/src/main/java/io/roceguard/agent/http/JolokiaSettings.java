// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import java.util.Map;
import java.util.Set;
import org.jolokia.server.core.config.ConfigKey;
import org.jolokia.server.core.config.Configuration;
import org.jolokia.server.core.service.api.SecurityDetails;
import org.jspecify.annotations.Nullable;

/**
 * Jolokia's configuration, fixed. Its own class also takes {@code JOLOKIA_*} of the environment and {@code jolokia.*}
 * of the system properties, which could open what is closed here, and looks through all network interfaces.
 */
final class JolokiaSettings implements Configuration {

    /** Part of the names of Jolokia's MBeans, so it does not change from run to run. */
    static final String AGENT_ID = "roceguard";

    private static final Map<ConfigKey, String> VALUES = Map.of(
            ConfigKey.AGENT_ID, AGENT_ID,
            ConfigKey.AGENT_DESCRIPTION, "RoceGuard",
            ConfigKey.DISABLE_DETECTORS, "true",
            ConfigKey.DISCOVERY_ENABLED, "false",
            // Otherwise a request parameter makes any reader see stack traces.
            ConfigKey.ALLOW_ERROR_DETAILS, "false");

    private final SecurityDetails securityDetails = new SecurityDetails();

    @Override
    public @Nullable String getConfig(ConfigKey key) {
        return VALUES.getOrDefault(key, key.getDefaultValue());
    }

    @Override
    public Set<ConfigKey> getConfigKeys() {
        return VALUES.keySet();
    }

    @Override
    public boolean containsKey(ConfigKey key) {
        return VALUES.containsKey(key);
    }

    @Override
    public Map<String, String> getNetworkConfig() {
        return Map.of();
    }

    @Override
    public SecurityDetails getSecurityDetails() {
        return securityDetails;
    }
}
