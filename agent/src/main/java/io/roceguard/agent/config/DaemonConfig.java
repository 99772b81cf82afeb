// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import io.roceguard.agent.access.Role;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Everything the daemon is told at start. Immutable; durations are positive.
 *
 * @param file where it was read from, empty for the defaults
 * @param stateDirectory holds the audit trail; created when missing
 * @param nics which NICs to watch
 * @param poll how often
 * @param http the HTTP port
 * @param jmx the remote JMX port
 * @param tls for HTTP and remote JMX alike, null for plain text
 * @param users nobody configured means read-only on loopback
 * @param logLevel least level that is logged
 */
public record DaemonConfig(
        Optional<Path> file,
        Path stateDirectory,
        Nics nics,
        Poll poll,
        Http http,
        Jmx jmx,
        @Nullable Tls tls,
        List<User> users,
        Level logLevel) {

    public DaemonConfig {
        users = List.copyOf(users);
    }

    /**
     * @param sysfsRoot where sysfs is mounted, {@code /sys} or {@code /sys-host} in a container
     * @param include RDMA device names to watch, null for all
     * @param exclude RDMA device names to leave out, null for none
     * @param simulation present: simulated NICs instead of this host's
     */
    public record Nics(
            Path sysfsRoot,
            @Nullable Pattern include,
            @Nullable Pattern exclude,
            @Nullable Simulation simulation) {}

    /**
     * @param scenario name of the scenario that moves the counters
     * @param seed of its random numbers
     * @param nics at least one
     */
    public record Simulation(String scenario, long seed, List<SimulatedNic> nics) {
        public Simulation {
            nics = List.copyOf(nics);
        }
    }

    /**
     * @param name RDMA device name, {@code mlx5_0}
     * @param preset firmware and capability preset, {@code cx7-2025-07}
     * @param ports 1..8
     */
    public record SimulatedNic(String name, String preset, int ports) {}

    /**
     * @param interval of counters and register state
     * @param deadline after which a call into a NIC counts as stuck
     * @param scan how often to look for new and vanished NICs
     */
    public record Poll(Duration interval, Duration deadline, Duration scan) {}

    /**
     * @param bind address to listen on; anything but loopback needs users
     * @param port 0 for any free one
     * @param threads that serve requests, at least 2
     */
    public record Http(String bind, int port, int threads) {}

    /**
     * @param enabled false: no remote JMX port
     * @param bind address to listen on; anything but loopback needs users
     * @param port 0 for any free one
     */
    public record Jmx(boolean enabled, String bind, int port) {}

    /** Whether a client must show a certificate. */
    public enum ClientCertificate {
        NONE,
        WANT,
        NEED
    }

    /**
     * @param keyStore PKCS#12 with the server's key
     * @param keyStorePasswordFile first line is the password
     * @param trustStore PKCS#12 with the CAs of client certificates, null for none
     * @param trustStorePasswordFile first line is the password, null with {@code trustStore}
     */
    public record Tls(
            Path keyStore,
            Path keyStorePasswordFile,
            @Nullable Path trustStore,
            @Nullable Path trustStorePasswordFile,
            ClientCertificate clientCertificate) {}

    /**
     * @param role {@code viewer} or {@code operator}
     * @param passwordHash as {@code roceguard hash} prints it, null when the user has only a token
     * @param tokenHash as {@code roceguard hash --token} prints it, null when the user has only a password
     */
    public record User(
            String name,
            Role role,
            @Nullable String passwordHash,
            @Nullable String tokenHash) {}
}
