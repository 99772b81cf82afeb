// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import io.roceguard.agent.access.Role;
import io.roceguard.agent.config.DaemonConfig.ClientCertificate;
import io.roceguard.agent.config.DaemonConfig.Http;
import io.roceguard.agent.config.DaemonConfig.Jmx;
import io.roceguard.agent.config.DaemonConfig.Nics;
import io.roceguard.agent.config.DaemonConfig.Poll;
import io.roceguard.agent.config.DaemonConfig.SimulatedNic;
import io.roceguard.agent.config.DaemonConfig.Simulation;
import io.roceguard.agent.config.DaemonConfig.Tls;
import io.roceguard.agent.config.DaemonConfig.User;
import io.roceguard.text.YamlNode;
import java.lang.System.Logger.Level;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** From the YAML document to the records, section by section; what is left out gets its default. */
final class ConfigReader {

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);

    /** A change waits for up to four deadlines, and an HTTP response has 60 s. */
    private static final Duration LONGEST_DEADLINE = Duration.ofSeconds(15);

    private final YamlNode document;
    private final Optional<Path> file;

    ConfigReader(YamlNode document, Optional<Path> file) {
        this.document = document.mapping(
                "state_directory", "log", "nics", "simulation", "poll", "http", "jmx", "tls", "users", "anonymous");
        this.file = file;
    }

    DaemonConfig read() {
        List<User> users = document.opt("users").map(UsersReader::read).orElse(List.of());
        Http http = document.opt("http").map(node -> http(node, users)).orElse(ConfigDefaults.HTTP);
        Jmx jmx = document.opt("jmx").map(node -> jmx(node, users)).orElse(ConfigDefaults.JMX);
        if (jmx.enabled() && jmx.port() == http.port() && http.port() != 0) {
            throw document.fail("http.port and jmx.port are both " + http.port() + ". Choose two different ports.");
        }
        return new DaemonConfig(
                file,
                document.opt("state_directory").map(this::path).orElseGet(ConfigDefaults::stateDirectory),
                nics(),
                document.opt("poll").map(ConfigReader::poll).orElse(ConfigDefaults.POLL),
                http,
                jmx,
                document.opt("tls").map(this::tls).orElse(null),
                users,
                document.opt("anonymous")
                        .map(ConfigReader::anonymous)
                        .orElse(users.isEmpty() ? Role.VIEWER : Role.NONE),
                document.opt("log").map(node -> node.oneOf(Level.class)).orElse(ConfigDefaults.LOG_LEVEL));
    }

    private static Role anonymous(YamlNode node) {
        return node.oneOf("viewer", "none").equals("viewer") ? Role.VIEWER : Role.NONE;
    }

    private Nics nics() {
        Simulation simulation =
                document.opt("simulation").map(ConfigReader::simulation).orElse(null);
        Optional<YamlNode> nics = document.opt("nics").map(node -> node.mapping("sysfs_root", "include", "exclude"));
        return new Nics(
                nics.flatMap(node -> node.opt("sysfs_root")).map(this::path).orElse(ConfigDefaults.NICS.sysfsRoot()),
                nics.flatMap(node -> node.opt("include"))
                        .map(ConfigReader::pattern)
                        .orElse(null),
                nics.flatMap(node -> node.opt("exclude"))
                        .map(ConfigReader::pattern)
                        .orElse(null),
                simulation);
    }

    private static Simulation simulation(YamlNode node) {
        node.mapping("scenario", "seed", "nics");
        Simulation defaults = ConfigDefaults.simulation();
        return new Simulation(
                node.opt("scenario").map(YamlNode::string).orElse(defaults.scenario()),
                node.opt("seed")
                        .map(seed -> seed.integer(Long.MIN_VALUE, Long.MAX_VALUE))
                        .orElse(defaults.seed()),
                node.opt("nics").map(ConfigReader::simulatedNics).orElse(defaults.nics()));
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

    private static Poll poll(YamlNode node) {
        node.mapping("interval", "deadline", "scan");
        return new Poll(
                duration(node, "interval", LONGEST_INTERVAL).orElse(ConfigDefaults.POLL.interval()),
                duration(node, "deadline", LONGEST_DEADLINE).orElse(ConfigDefaults.POLL.deadline()),
                duration(node, "scan", LONGEST_INTERVAL).orElse(ConfigDefaults.POLL.scan()));
    }

    private static Optional<Duration> duration(YamlNode poll, String key, Duration longest) {
        Optional<YamlNode> node = poll.opt(key);
        Optional<Duration> duration = node.map(YamlNode::duration);
        if (duration.isPresent()
                && (duration.get().compareTo(SHORTEST) < 0 || duration.get().compareTo(longest) > 0)) {
            throw node.orElseThrow()
                    .fail("poll." + key + " must be at least " + SHORTEST.toMillis() + "ms and at most "
                            + longest.toSeconds() + "s.");
        }
        return duration;
    }

    private static Http http(YamlNode node, List<User> users) {
        node.mapping("bind", "port", "threads");
        return new Http(
                bind(node, "http", users).orElse(ConfigDefaults.HTTP.bind()),
                port(node).orElse(ConfigDefaults.HTTP.port()),
                node.opt("threads").map(threads -> (int) threads.integer(2, 64)).orElse(ConfigDefaults.HTTP.threads()));
    }

    private static Jmx jmx(YamlNode node, List<User> users) {
        node.mapping("enabled", "bind", "port");
        return new Jmx(
                node.opt("enabled").map(YamlNode::bool).orElse(ConfigDefaults.JMX.enabled()),
                bind(node, "jmx", users).orElse(ConfigDefaults.JMX.bind()),
                port(node).orElse(ConfigDefaults.JMX.port()));
    }

    private static Optional<Integer> port(YamlNode node) {
        return node.opt("port").map(port -> (int) port.integer(0, 65535));
    }

    private static Optional<String> bind(YamlNode section, String key, List<User> users) {
        Optional<YamlNode> node = section.opt("bind");
        Optional<String> bind = node.map(YamlNode::string);
        if (bind.isPresent() && users.isEmpty() && !Loopback.is(bind.get())) {
            throw node.get()
                    .fail(key + ".bind is reachable from other hosts, which needs users: without them nobody has to"
                            + " log in. Add users, or bind to 127.0.0.1.");
        }
        return bind;
    }

    private Tls tls(YamlNode node) {
        node.mapping(
                "key_store",
                "key_store_password_file",
                "trust_store",
                "trust_store_password_file",
                "client_certificate");
        ClientCertificate clientCertificate = node.opt("client_certificate")
                .map(value -> value.oneOf(ClientCertificate.class))
                .orElse(ClientCertificate.NONE);
        boolean trusts = node.opt("trust_store").isPresent();
        if (!trusts && clientCertificate != ClientCertificate.NONE) {
            throw node.fail("tls.client_certificate needs tls.trust_store: the CAs whose certificates are taken.");
        }
        if (!trusts && node.opt("trust_store_password_file").isPresent()) {
            throw node.fail("tls.trust_store_password_file is there, but tls.trust_store is not.");
        }
        return new Tls(
                path(node.required("key_store")),
                path(node.required("key_store_password_file")),
                trusts ? path(node.required("trust_store")) : null,
                trusts ? path(node.required("trust_store_password_file")) : null,
                clientCertificate);
    }

    private Path path(YamlNode node) {
        String text = node.string();
        if (text.isBlank()) {
            throw node.fail("A path must not be empty.");
        }
        try {
            Path path = Path.of(text);
            return directory() == null ? path : directory().resolve(path);
        } catch (InvalidPathException invalid) {
            throw node.fail("This is no path: " + invalid.getReason() + ".");
        }
    }

    private @Nullable Path directory() {
        return file.map(Path::getParent).orElse(null);
    }

    private static Pattern pattern(YamlNode node) {
        try {
            return Pattern.compile(node.string());
        } catch (PatternSyntaxException invalid) {
            throw node.fail("This is no regular expression: " + invalid.getDescription() + " near character "
                    + (invalid.getIndex() + 1) + ".");
        }
    }
}
