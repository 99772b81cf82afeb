// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import io.roceguard.agent.access.Role;
import io.roceguard.agent.config.DaemonConfig.ClientCertificate;
import io.roceguard.agent.config.DaemonConfig.Http;
import io.roceguard.agent.config.DaemonConfig.Jmx;
import io.roceguard.agent.config.DaemonConfig.Tls;
import io.roceguard.agent.config.DaemonConfig.User;
import io.roceguard.text.YamlNode;
import java.lang.System.Logger.Level;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** From the YAML document to the records, section by section; what is left out gets its default. */
final class ConfigReader {

    private final YamlNode document;
    private final Optional<Path> file;

    ConfigReader(YamlNode document, Optional<Path> file) {
        this.document = document.mapping(
                "state_directory",
                "log",
                "nics",
                "simulation",
                "poll",
                "http",
                "jmx",
                "tls",
                "users",
                "anonymous",
                "desired_state");
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
                new NicsReader(this::path).read(document.opt("nics"), document.opt("simulation")),
                document.opt("poll").map(PollReader::read).orElse(ConfigDefaults.POLL),
                http,
                jmx,
                document.opt("tls").map(this::tls).orElse(null),
                users,
                document.opt("anonymous")
                        .map(ConfigReader::anonymous)
                        .orElse(users.isEmpty() ? Role.VIEWER : Role.NONE),
                document.opt("log").map(node -> node.oneOf(Level.class)).orElse(ConfigDefaults.LOG_LEVEL),
                document.opt("desired_state")
                        .map(new DesiredStateReader(this::path)::read)
                        .orElse(List.of()));
    }

    private static Role anonymous(YamlNode node) {
        return node.oneOf("viewer", "none").equals("viewer") ? Role.VIEWER : Role.NONE;
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
}
