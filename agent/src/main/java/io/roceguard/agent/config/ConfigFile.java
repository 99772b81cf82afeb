// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import io.roceguard.agent.access.Role;
import io.roceguard.agent.config.DaemonConfig.ClientCertificate;
import io.roceguard.text.TextException;
import io.roceguard.text.YamlNode;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The YAML configuration file. Every key may be left out; an unknown one, a wrong type or a value out of range is a
 * {@link TextException} with line, column and the nearest valid name.
 */
public final class ConfigFile {

    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);
    private static final int PORTS = 65535;
    private static final int MAX_THREADS = 64;

    private ConfigFile() {}

    /**
     * Reads and checks a file.
     *
     * @throws TextException saying what is wrong with the file or with what stands in it
     */
    public static DaemonConfig read(Path file) {
        return parse(file.toString(), text(file)).withFile(Optional.of(file));
    }

    private static String text(Path file) {
        if (Files.isDirectory(file)) {
            throw unreadable(file, "it is a directory");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(YamlNode.LARGEST + 1);
            if (bytes.length > YamlNode.LARGEST) {
                throw unreadable(file, "it is larger than " + YamlNode.LARGEST + " bytes");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (NoSuchFileException missing) {
            throw unreadable(file, "there is no such file");
        } catch (AccessDeniedException denied) {
            throw unreadable(file, "permission denied");
        } catch (CharacterCodingException binary) {
            throw unreadable(file, "it is not UTF-8 text");
        } catch (IOException failed) {
            throw unreadable(file, String.valueOf(failed.getMessage()));
        }
    }

    private static TextException unreadable(Path file, String why) {
        return new TextException(file.toString(), 0, 0, "The configuration file cannot be read: " + why + ".");
    }

    /**
     * Checks a text.
     *
     * @param source name of the text in messages
     */
    public static DaemonConfig parse(String source, String text) {
        YamlNode root = YamlNode.parse(source, text)
                .mapping(
                        "state_directory",
                        "log",
                        "nics",
                        "simulation",
                        "poll",
                        "http",
                        "jmx",
                        "tls",
                        "users",
                        "anonymous");
        List<DaemonConfig.User> users = root.opt("users").map(UserSection::read).orElse(List.of());
        boolean protectedByUsers = !users.isEmpty();
        return new DaemonConfig(
                Optional.empty(),
                root.opt("state_directory").map(ConfigFile::path).orElseGet(StateDirectory::byDefault),
                nics(root),
                poll(root.opt("poll")),
                http(root.opt("http"), protectedByUsers),
                jmx(root.opt("jmx"), protectedByUsers),
                root.opt("tls").map(ConfigFile::tls).orElse(null),
                users,
                root.opt("anonymous")
                        .map(node -> node.oneOf("viewer", "none").equals("viewer") ? Role.VIEWER : Role.NONE)
                        .orElse(protectedByUsers ? Role.NONE : Role.VIEWER),
                root.opt("log").map(ConfigFile::level).orElse(Level.INFO));
    }

    private static Level level(YamlNode node) {
        return Level.valueOf(
                node.oneOf("trace", "debug", "info", "warning", "error", "off").toUpperCase(Locale.ROOT));
    }

    private static Path path(YamlNode node) {
        String text = node.string();
        if (text.isBlank()) {
            throw node.fail("A path is missing here.");
        }
        return Path.of(text);
    }

    private static DaemonConfig.Nics nics(YamlNode root) {
        DaemonConfig.Simulation simulation =
                root.opt("simulation").map(SimulationSection::read).orElse(null);
        Optional<YamlNode> section = root.opt("nics").map(node -> node.mapping("sysfs_root", "include", "exclude"));
        return new DaemonConfig.Nics(
                section.flatMap(nics -> nics.opt("sysfs_root"))
                        .map(ConfigFile::path)
                        .orElse(Path.of("/sys")),
                section.flatMap(nics -> nics.opt("include"))
                        .map(ConfigFile::pattern)
                        .orElse(null),
                section.flatMap(nics -> nics.opt("exclude"))
                        .map(ConfigFile::pattern)
                        .orElse(null),
                simulation);
    }

    private static Pattern pattern(YamlNode node) {
        try {
            return Pattern.compile(node.string());
        } catch (PatternSyntaxException bad) {
            throw node.fail("This is not a regular expression: " + bad.getDescription() + ".");
        }
    }

    private static DaemonConfig.Poll poll(Optional<YamlNode> node) {
        Optional<YamlNode> section = node.map(poll -> poll.mapping("interval", "deadline", "scan"));
        return new DaemonConfig.Poll(
                duration(section, "interval", Duration.ofSeconds(1), SHORTEST_INTERVAL),
                duration(section, "deadline", Duration.ofSeconds(5), SHORTEST_INTERVAL),
                duration(section, "scan", Duration.ofSeconds(10), Duration.ofSeconds(1)));
    }

    private static Duration duration(Optional<YamlNode> section, String key, Duration otherwise, Duration least) {
        Optional<YamlNode> node = section.flatMap(poll -> poll.opt(key));
        Duration duration = node.map(YamlNode::duration).orElse(otherwise);
        if (node.isPresent() && duration.compareTo(least) < 0) {
            throw node.get().fail(key + " must be at least " + least.toMillis() + "ms.");
        }
        return duration;
    }

    private static DaemonConfig.Http http(Optional<YamlNode> node, boolean protectedByUsers) {
        Optional<YamlNode> section = node.map(http -> http.mapping("bind", "port", "threads"));
        return new DaemonConfig.Http(bind(section, protectedByUsers), port(section, DaemonConfig.HTTP_PORT), (int)
                (long) section.flatMap(http -> http.opt("threads"))
                        .map(threads -> threads.integer(2, MAX_THREADS))
                        .orElse(4L));
    }

    private static DaemonConfig.Jmx jmx(Optional<YamlNode> node, boolean protectedByUsers) {
        Optional<YamlNode> section = node.map(jmx -> jmx.mapping("enabled", "bind", "port"));
        return new DaemonConfig.Jmx(
                section.flatMap(jmx -> jmx.opt("enabled")).map(YamlNode::bool).orElse(true),
                bind(section, protectedByUsers),
                port(section, DaemonConfig.JMX_PORT));
    }

    private static String bind(Optional<YamlNode> section, boolean protectedByUsers) {
        Optional<YamlNode> node = section.flatMap(port -> port.opt("bind"));
        String bind = node.map(YamlNode::string).orElse("127.0.0.1");
        if (node.isPresent() && !protectedByUsers && !Loopback.is(bind)) {
            throw node.get()
                    .fail("Only a loopback address (127.0.0.1, ::1) may be listened on without users: " + bind
                            + " is none. Add users first.");
        }
        return bind;
    }

    private static int port(Optional<YamlNode> section, int otherwise) {
        return (int) (long) section.flatMap(port -> port.opt("port"))
                .map(node -> node.integer(0, PORTS))
                .orElse((long) otherwise);
    }

    private static DaemonConfig.Tls tls(YamlNode node) {
        YamlNode tls = node.mapping(
                "key_store",
                "key_store_password_file",
                "trust_store",
                "trust_store_password_file",
                "client_certificate");
        Optional<YamlNode> trust = tls.opt("trust_store");
        ClientCertificate client = tls.opt("client_certificate")
                .map(certificate -> certificate.oneOf(ClientCertificate.class))
                .orElse(ClientCertificate.NONE);
        if (client != ClientCertificate.NONE && trust.isEmpty()) {
            throw tls.required("client_certificate")
                    .fail("Client certificates need tls.trust_store with the CAs that sign them.");
        }
        return new DaemonConfig.Tls(
                path(tls.required("key_store")),
                path(tls.required("key_store_password_file")),
                trust.map(ConfigFile::path).orElse(null),
                trust.isEmpty() ? null : path(tls.required("trust_store_password_file")),
                client);
    }
}
