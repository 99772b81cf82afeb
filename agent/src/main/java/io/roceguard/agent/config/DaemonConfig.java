// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import io.roceguard.agent.access.Role;
import io.roceguard.bridge.host.RegisterWay;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Everything the daemon is told at start. Immutable; durations are positive.
 *
 * @param file where it was read from, empty for the defaults
 * @param stateDirectory holds {@code state.db}; created when missing
 * @param nics which NICs to watch
 * @param poll how often
 * @param http the HTTP port
 * @param jmx the remote JMX port
 * @param tls for HTTP and remote JMX alike, null for plain text
 * @param users who may log in
 * @param anonymous what a caller on this host who does not log in may do: {@code VIEWER} or {@code NONE}
 * @param logLevel least level that is logged
 * @param desiredState what is wanted of which NICs; the first that matches a NIC holds
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
        Role anonymous,
        Level logLevel,
        List<DesiredStateRule> desiredState) {

    public DaemonConfig {
        users = List.copyOf(users);
        desiredState = List.copyOf(desiredState);
    }

    /** What holds without a configuration file: this host's NICs, read-only on loopback. */
    public static DaemonConfig defaults() {
        return new DaemonConfig(
                Optional.empty(),
                ConfigDefaults.stateDirectory(),
                ConfigDefaults.NICS,
                ConfigDefaults.POLL,
                ConfigDefaults.HTTP,
                ConfigDefaults.JMX,
                null,
                List.of(),
                Role.VIEWER,
                ConfigDefaults.LOG_LEVEL,
                List.of());
    }

    /** The same with another state directory. */
    public DaemonConfig withStateDirectory(Path directory) {
        return new DaemonConfig(file, directory, nics, poll, http, jmx, tls, users, anonymous, logLevel, desiredState);
    }

    /** The same on simulated NICs. */
    public DaemonConfig withSimulation(Simulation simulation) {
        return new DaemonConfig(
                file,
                stateDirectory,
                nics.withSimulation(simulation),
                poll,
                http,
                jmx,
                tls,
                users,
                anonymous,
                logLevel,
                desiredState);
    }

    /** The same on another HTTP port. */
    public DaemonConfig withHttpPort(int port) {
        Http moved = new Http(http.bind(), port, http.threads());
        return new DaemonConfig(
                file, stateDirectory, nics, poll, moved, jmx, tls, users, anonymous, logLevel, desiredState);
    }

    /** The same on another JMX port. */
    public DaemonConfig withJmxPort(int port) {
        Jmx moved = new Jmx(jmx.enabled(), jmx.bind(), port);
        return new DaemonConfig(
                file, stateDirectory, nics, poll, http, moved, tls, users, anonymous, logLevel, desiredState);
    }

    /** The same with other users; what callers who do not log in may do stays. */
    public DaemonConfig withUsers(List<User> newUsers) {
        return new DaemonConfig(
                file, stateDirectory, nics, poll, http, jmx, tls, newUsers, anonymous, logLevel, desiredState);
    }

    /** What is allowed but should be known to whoever runs the daemon, a sentence each. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (tls == null && !Loopback.is(http.bind())) {
            warnings.add(inClear("HTTP", "http", http.bind()));
        }
        if (tls == null && jmx.enabled() && !Loopback.is(jmx.bind())) {
            warnings.add(inClear("Remote JMX", "jmx", jmx.bind()));
        }
        return List.copyOf(warnings);
    }

    private static String inClear(String what, String key, String bind) {
        return what + " listens on " + bind + " without TLS: passwords and tokens cross the network in clear."
                + " Configure tls, or set " + key + ".bind to 127.0.0.1.";
    }

    /**
     * @param sysfsRoot where sysfs is mounted, {@code /sys} or {@code /sys-host} in a container
     * @param include RDMA device names to watch, null for all
     * @param exclude RDMA device names to leave out, null for none
     * @param excludeDefaultRoute leaves out the NICs whose network interface carries the host's default route
     * @param registerAccess which way to the register to take; the first entry that matches a NIC decides, and a NIC that
     *     none matches is reached in the best way there is
     * @param mlxreg absolute path of the program to use as mlxreg or mstreg, null for the first that is found
     * @param simulation present: simulated NICs instead of this host's
     */
    public record Nics(
            Path sysfsRoot,
            @Nullable Pattern include,
            @Nullable Pattern exclude,
            boolean excludeDefaultRoute,
            List<RegisterAccess> registerAccess,
            @Nullable Path mlxreg,
            @Nullable Simulation simulation) {
        public Nics {
            registerAccess = List.copyOf(registerAccess);
        }

        /** Whether a device of that name is to be watched, as far as names decide. */
        public boolean isWanted(String name) {
            return (include == null || include.matcher(name).matches())
                    && (exclude == null || !exclude.matcher(name).matches());
        }

        /** Which way to the register of that device to take. */
        public RegisterWay wayTo(String name, @Nullable String pciAddress) {
            return registerAccess.stream()
                    .filter(rule -> rule.matches(name, pciAddress))
                    .map(RegisterAccess::way)
                    .findFirst()
                    .orElse(RegisterWay.AUTO);
        }

        Nics withSimulation(Simulation other) {
            return new Nics(sysfsRoot, include, exclude, excludeDefaultRoute, registerAccess, mlxreg, other);
        }
    }

    /**
     * Which way to the register ROCE_ACCL some NICs are reached.
     *
     * @param nic matches the whole RDMA device name, or the whole PCI address ({@code 0000:1a:00.0})
     */
    public record RegisterAccess(Pattern nic, RegisterWay way) {

        boolean matches(String name, @Nullable String pciAddress) {
            return nic.matcher(name).matches()
                    || (pciAddress != null && nic.matcher(pciAddress).matches());
        }
    }

    /**
     * @param scenario name of the scenario that moves the counters
     * @param seed of its random numbers
     * @param nics at least one
     */
    public record Simulation(String scenario, long seed, List<SimulatedNic> nics) {
        public Simulation {
            nics = List.copyOf(nics);
        }

        /** The same NICs in another scenario. */
        public Simulation withScenario(String newScenario) {
            return new Simulation(newScenario, seed, nics);
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
     * @param queuePairs least time between two listings of a NIC's queue pairs, null for never by itself
     */
    public record Poll(
            Duration interval,
            Duration deadline,
            Duration scan,
            @Nullable Duration queuePairs) {}

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
