// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.roceguard.agent.access.Role;
import io.roceguard.agent.config.DaemonConfig.ClientCertificate;
import io.roceguard.agent.config.DaemonConfig.Http;
import io.roceguard.agent.config.DaemonConfig.Jmx;
import io.roceguard.agent.config.DaemonConfig.Poll;
import io.roceguard.agent.config.DaemonConfig.RegisterAccess;
import io.roceguard.agent.config.DaemonConfig.SimulatedNic;
import io.roceguard.agent.config.DaemonConfig.User;
import io.roceguard.bridge.host.RegisterWay;
import io.roceguard.text.TextException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {

    private static final String PASSWORD =
            "pbkdf2-sha256$1000$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    private static final String TOKEN = "sha256$ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    private static final String USER = "users: [{name: alice, role: operator, token_hash: '" + TOKEN + "'}]\n";

    @TempDir
    private Path directory;

    @Test
    void anEmptyFileIsTheDefaults() throws Exception {
        Path file = Files.createFile(directory.resolve("empty.yaml"));
        DaemonConfig read = ConfigFile.read(file);

        assertThat(read.file()).contains(file);
        assertThat(read).usingRecursiveComparison().ignoringFields("file").isEqualTo(DaemonConfig.defaults());
    }

    @Test
    void defaultsAreReadOnlyOnLoopback() {
        DaemonConfig defaults = DaemonConfig.defaults();

        assertThat(defaults.file()).isEmpty();
        assertThat(defaults.http()).isEqualTo(new Http("127.0.0.1", 8778, 4));
        assertThat(defaults.jmx()).isEqualTo(new Jmx(true, "127.0.0.1", 8779));
        assertThat(defaults.poll())
                .isEqualTo(new Poll(
                        Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30)));
        assertThat(defaults.nics().sysfsRoot()).isEqualTo(Path.of("/sys"));
        assertThat(defaults.nics().simulation()).isNull();
        assertThat(defaults.logLevel()).isEqualTo(Level.INFO);
        assertThat(defaults.users()).isEmpty();
        assertThat(defaults.tls()).isNull();
        assertThat(defaults.warnings()).isEmpty();
    }

    @Test
    void sectionsThatAreThereButEmptyAreTheDefaults() {
        assertThat(ConfigFile.parse("test", "http:\njmx:\npoll:\nnics:\nusers:\n"))
                .usingRecursiveComparison()
                .isEqualTo(DaemonConfig.defaults());
    }

    @Test
    void everyKeyIsRead() throws Exception {
        Path file = Files.writeString(directory.resolve("roceguard.yaml"), """
                state_directory: state
                log: debug
                nics:
                  sysfs_root: /sys-host
                  include: "mlx5_.*"
                  exclude: mlx5_9
                  exclude_default_route: true
                  register_access:
                    - {nic: "mlx5_[01]", way: FwCtl}
                    - {nic: '0000:1a:00\\.0', way: mlxreg}
                    - {nic: "vf.*", way: none}
                    - {nic: ".*", way: auto}
                  mlxreg: /opt/mft/bin/mlxreg
                simulation:
                  scenario: calm
                  seed: 0x2a
                  nics:
                    - {name: mlx5_0, preset: cx7-2025-07, ports: 2}
                    - {name: mlx5_1, preset: vf}
                poll: {interval: 500ms, deadline: 2s, scan: 1m, queue_pairs: 2m}
                http: {bind: 0.0.0.0, port: 9000, threads: 8}
                jmx: {enabled: false, bind: "::1", port: 0}
                tls:
                  key_store: server.p12
                  key_store_password_file: /etc/password
                  trust_store: clients.p12
                  trust_store_password_file: clients.password
                  client_certificate: want
                users:
                  - {name: alice, role: operator, password_hash: "%s"}
                  - {name: prometheus, role: Viewer, token_hash: "%s"}
                """.formatted(PASSWORD, TOKEN));

        DaemonConfig config = ConfigFile.read(file);

        assertThat(config.stateDirectory()).isEqualTo(directory.resolve("state"));
        assertThat(config.logLevel()).isEqualTo(Level.DEBUG);
        assertThat(config.nics().sysfsRoot()).isEqualTo(Path.of("/sys-host"));
        assertThat(config.nics().include()).hasToString("mlx5_.*");
        assertThat(config.nics().exclude()).hasToString("mlx5_9");
        assertThat(config.nics().excludeDefaultRoute()).isTrue();
        assertThat(config.nics().registerAccess())
                .extracting(RegisterAccess::way)
                .containsExactly(RegisterWay.FWCTL, RegisterWay.MLXREG, RegisterWay.NONE, RegisterWay.AUTO);
        assertThat(config.nics().registerAccess().get(1).nic()).hasToString("0000:1a:00\\.0");
        assertThat(config.nics().wayTo("vf3", null)).isEqualTo(RegisterWay.NONE);
        assertThat(config.nics().wayTo("vf3", "0000:1a:00.0")).isEqualTo(RegisterWay.MLXREG);
        assertThat(config.nics().wayTo("rocep26s0", null)).isEqualTo(RegisterWay.AUTO);
        assertThat(config.nics().isWanted("mlx5_0")).isTrue();
        assertThat(config.nics().isWanted("mlx5_9")).isFalse();
        assertThat(config.nics().isWanted("bnxt_re0")).isFalse();
        assertThat(config.nics().mlxreg()).isEqualTo(Path.of("/opt/mft/bin/mlxreg"));
        assertThat(config.nics().simulation().scenario()).isEqualTo("calm");
        assertThat(config.nics().simulation().seed()).isEqualTo(42);
        assertThat(config.nics().simulation().nics())
                .containsExactly(new SimulatedNic("mlx5_0", "cx7-2025-07", 2), new SimulatedNic("mlx5_1", "vf", 2));
        assertThat(config.poll())
                .isEqualTo(new Poll(
                        Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofMinutes(1), Duration.ofMinutes(2)));
        assertThat(config.http()).isEqualTo(new Http("0.0.0.0", 9000, 8));
        assertThat(config.jmx()).isEqualTo(new Jmx(false, "::1", 0));
        assertThat(config.tls().keyStore()).isEqualTo(directory.resolve("server.p12"));
        assertThat(config.tls().keyStorePasswordFile()).isEqualTo(Path.of("/etc/password"));
        assertThat(config.tls().trustStore()).isEqualTo(directory.resolve("clients.p12"));
        assertThat(config.tls().clientCertificate()).isEqualTo(ClientCertificate.WANT);
        assertThat(config.users())
                .containsExactly(
                        new User("alice", Role.OPERATOR, PASSWORD, null),
                        new User("prometheus", Role.VIEWER, null, TOKEN));
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void pollTakesItsBoundsThemselves() {
        assertThat(ConfigFile.parse("test", "poll: {interval: 1h, deadline: 15s, scan: 1h, queue_pairs: 1h}")
                        .poll())
                .isEqualTo(new Poll(
                        Duration.ofHours(1), Duration.ofSeconds(15), Duration.ofHours(1), Duration.ofHours(1)));
        assertThat(ConfigFile.parse("test", "poll: {interval: 100ms, deadline: 100ms, scan: 100ms, queue_pairs: 1s}")
                        .poll())
                .isEqualTo(new Poll(
                        Duration.ofMillis(100), Duration.ofMillis(100), Duration.ofMillis(100), Duration.ofSeconds(1)));
    }

    @Test
    void queuePairsCanBeLeftAlone() {
        assertThat(ConfigFile.parse("test", "poll: {queue_pairs: Off}").poll().queuePairs())
                .isNull();
        assertThat(ConfigFile.parse("test", "poll: {interval: 2s}").poll().queuePairs())
                .isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void registersAreReachedInTheBestWayWhereNothingElseIsSaid() {
        assertThat(ConfigFile.parse("test", "nics: {register_access: }").nics().registerAccess())
                .isEmpty();
        assertThat(DaemonConfig.defaults().nics().excludeDefaultRoute()).isFalse();
        assertThat(DaemonConfig.defaults().nics().mlxreg()).isNull();
    }

    @Test
    void simulationKeepsWhatElseIsSaidOfNics() {
        DaemonConfig config = ConfigFile.parse("test", "nics: {mlxreg: /usr/bin/mstreg, exclude_default_route: true}")
                .withSimulation(ConfigDefaults.simulation());

        assertThat(config.nics().simulation()).isEqualTo(ConfigDefaults.simulation());
        assertThat(config.nics().mlxreg()).isEqualTo(Path.of("/usr/bin/mstreg"));
        assertThat(config.nics().excludeDefaultRoute()).isTrue();
    }

    @Test
    void anEmptySimulationIsTheUsualOne() {
        assertThat(ConfigFile.parse("test", "simulation: {}").nics().simulation())
                .isEqualTo(ConfigDefaults.simulation());
    }

    @Test
    void bothPortsWithoutTlsOnTheNetworkAreWarnedOf() {
        DaemonConfig config = ConfigFile.parse("test", USER + "http: {bind: 0.0.0.0}\njmx: {bind: 192.0.2.1}\n");

        assertThat(config.warnings())
                .containsExactly(
                        "HTTP listens on 0.0.0.0 without TLS: passwords and tokens cross the network in clear."
                                + " Configure tls, or set http.bind to 127.0.0.1.",
                        "Remote JMX listens on 192.0.2.1 without TLS: passwords and tokens cross the network in clear."
                                + " Configure tls, or set jmx.bind to 127.0.0.1.");
        assertThat(ConfigFile.parse("test", USER + "jmx: {enabled: false, bind: 0.0.0.0}")
                        .warnings())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            htpp: {}                                 | test:1:1: | Unknown key htpp. Did you mean http?
            http: {prt: 1}                           | test:1:8: | Did you mean port?
            http: {bind: 0.0.0.0}                    | test:1:14: | http.bind is reachable from other hosts, which needs users
            http: {bind: no-such-host.invalid}       | test:1:14: | http.bind is reachable
            jmx: {bind: 192.0.2.1}                   | test:1:13: | jmx.bind is reachable from other hosts, which needs users
            http: {port: 65536}                      | test:1:14: | 0..65535
            http: {port: -1}                         | test:1:14: | 0..65535
            http: {port: 8779}                       | test:1:1: | both 8779
            http: {threads: 1}                       | test:1:17: | 2..64
            http: 8778                               | test:1:7: | mapping
            poll: {interval: 99ms}                   | test:1:18: | at least 100ms
            poll: {scan: 1ms}                        | test:1:14: | at least 100ms
            poll: {interval: 61m}                    | test:1:18: | poll.interval must be at least 100ms and at most 3600s
            poll: {scan: 2h}                         | test:1:14: | poll.scan must be at least 100ms and at most 3600s
            poll: {deadline: 99ms}                   | test:1:18: | poll.deadline must be at least 100ms and at most 15s
            poll: {deadline: 15001ms}                | test:1:18: | poll.deadline must be at least 100ms and at most 15s
            poll: {deadline: 0s}                     | test:1:18: | positive duration
            poll: {interval: 1}                      | test:1:18: | unit
            log: inf                                 | test:1:6: | Did you mean info?
            nics: {include: '('}                     | test:1:17: | This is no regular expression: Unclosed group
            nics: {sysfs_root: ''}                   | test:1:20: | path must not be empty
            nics: {mlxreg: bin/mlxreg}               | test:1:16: | nics.mlxreg must be an absolute path, such as /usr/bin/mlxreg: value=bin/mlxreg.
            nics: {mlxrg: /usr/bin/mlxreg}           | test:1:8: | Did you mean mlxreg?
            nics: {exclude_default_route: yes}       | test:1:31: | true or false
            nics: {register_access: auto}            | test:1:25: | nics.register_access must be a list
            nics: {register_access: [{nic: a}]}      | test:1:26: | way is missing
            nics: {register_access: [{way: auto}]}   | test:1:26: | nic is missing
            nics: {register_access: [{nic: a, way: fwclt}]} | test:1:40: | Did you mean fwctl?
            nics: {register_access: [{nic: '[', way: auto}]} | test:1:32: | This is no regular expression
            nics: {register_access: [{nics: a, way: auto}]} | test:1:27: | Did you mean nic?
            poll: {queue_pairs: 999ms}               | test:1:21: | poll.queue_pairs must be a duration of 1s to 1h with its unit, such as 30s, or off: value=999ms.
            poll: {queue_pairs: 61m}                 | test:1:21: | 1s to 1h
            poll: {queue_pairs: 30}                  | test:1:21: | with its unit
            poll: {queue_pairs: never}               | test:1:21: | or off
            poll: {queue_pair: off}                  | test:1:8: | Did you mean queue_pairs?
            state_directory: "a\\0b"                 | test:1:18: | no path
            simulation: {nics: []}                   | test:1:20: | at least one NIC
            simulation: {nics: [{name: a}]}          | test:1:21: | preset is missing
            simulation: {nics: [{name: a, preset: b, ports: 9}]} | test:1:49: | 1..8
            tls: {}                                  | test:1:6: | key_store is missing
            tls: {key_store: a, key_store_password_file: b, client_certificate: need} | test:1:6: | needs tls.trust_store
            tls: {key_store: a, key_store_password_file: b, client_certificate: must} | test:1:69: | none, want, need
            tls: {key_store: a, key_store_password_file: b, trust_store: c} | test:1:6: | trust_store_password_file is missing
            tls: {key_store: a, key_store_password_file: b, trust_store_password_file: c} | test:1:6: | tls.trust_store is not
            users: [{name: a, role: none}]           | test:1:25: | viewer, operator
            users: [{name: a, role: operater}]       | test:1:25: | Did you mean operator?
            users: [{name: a, role: viewer}]         | test:1:9: | neither password_hash nor token_hash
            users: [{name: 'a:b', role: viewer}]     | test:1:16: | user name
            users: [{name: local, role: viewer}]     | test:1:16: | reserved
            users: [{role: viewer}]                  | test:1:9: | name is missing
            users: [{name: a, role: viewer, password_hash: secret}] | test:1:48: | This is no password hash
            users: [{name: a, role: viewer, token_hash: 'sha256$00'}] | test:1:45: | This is no token hash
            users: {name: a}                         | test:1:8: | list
            """)
    void whatIsWrongIsSaidWithLineAndColumn(String text, String where, String sentence) {
        assertThatExceptionOfType(TextException.class)
                .isThrownBy(() -> ConfigFile.parse("test", text.replace("\\\\", "\\")))
                .withMessageStartingWith(where)
                .withMessageContaining(sentence)
                .withMessageMatching("[\\x20-\\x7e]+")
                .satisfies(error -> assertThat(error.getMessage()).doesNotContain("secret"));
    }

    @Test
    void aUserIsThereOnce() {
        assertThatExceptionOfType(TextException.class)
                .isThrownBy(() -> ConfigFile.parse(
                        "test",
                        USER.strip().replace("]", ",\n  {name: alice, role: viewer, token_hash: '" + TOKEN + "'}]")))
                .withMessageStartingWith("test:2:10: The user alice is there twice");
    }

    @Test
    void oneMalformedLineIsPointedAt() {
        assertThatExceptionOfType(TextException.class)
                .isThrownBy(() -> ConfigFile.parse("test", "http:\n  port: [1\nlog: info\n"))
                .withMessageMatching("(?s)test:[23]:\\d+: .*");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void garbageNeverFailsInAnotherWay(long seed) {
        Random random = new Random(seed);
        String whole =
                "http: {bind: 127.0.0.1, port: 1}\nlog: info\n" + USER + "poll: {interval: 1s}\ntls:\n  key_store: a\n";
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder(whole);
            for (int edit = 0; edit <= random.nextInt(4); edit++) {
                text.setCharAt(random.nextInt(text.length()), (char)
                        (random.nextBoolean() ? random.nextInt(128) : random.nextInt(0x3000)));
            }
            try {
                ConfigFile.parse("test", text.toString());
            } catch (TextException refused) {
                assertThat(refused.getMessage())
                        .as("seed %d", seed)
                        .startsWith("test:")
                        .matches("[\\x20-\\x7e\\n]+");
            }
        }
    }

    @Test
    void aFileThatCannotBeReadIsSaidSo() throws Exception {
        assertUnreadable(directory.resolve("missing.yaml"), "The file does not exist.");
        assertUnreadable(directory, "This is a directory");
        assertUnreadable(
                Files.write(directory.resolve("binary.yaml"), new byte[] {'a', (byte) 0xff, (byte) 0xfe}),
                "The file is not UTF-8 text.");
        assertUnreadable(
                Files.writeString(directory.resolve("large.yaml"), "# large\n".repeat(200_000)),
                "is larger than 1048576");
    }

    private static void assertUnreadable(Path file, String sentence) {
        assertThatExceptionOfType(TextException.class)
                .isThrownBy(() -> ConfigFile.read(file))
                .withMessageStartingWith(file + ": Th")
                .withMessageContaining(sentence);
    }

    @Test
    void stateLiesWhereTheUserMayWrite() {
        Path home = Path.of("/home/alice");
        assertThat(ConfigDefaults.stateDirectory("root", "/x", home)).isEqualTo(Path.of("/var/lib/roceguard"));
        assertThat(ConfigDefaults.stateDirectory("alice", null, home))
                .isEqualTo(Path.of("/home/alice/.local/state/roceguard"));
        assertThat(ConfigDefaults.stateDirectory("alice", "/state", home)).isEqualTo(Path.of("/state/roceguard"));
        assertThat(ConfigDefaults.stateDirectory("alice", "relative", home))
                .isEqualTo(Path.of("/home/alice/.local/state/roceguard"));
    }

    @Test
    void strangersMayReadWhereNobodyCanLogInOrTheFileSaysSo() {
        String users = "users: [{name: alice, role: viewer, token_hash: \"" + TOKEN + "\"}]\n";

        assertThat(ConfigFile.parse("test", "").anonymous()).isEqualTo(Role.VIEWER);
        assertThat(ConfigFile.parse("test", users).anonymous()).isEqualTo(Role.NONE);
        assertThat(ConfigFile.parse("test", users + "anonymous: viewer").anonymous())
                .isEqualTo(Role.VIEWER);
        assertThat(ConfigFile.parse("test", "anonymous: none").anonymous()).isEqualTo(Role.NONE);
    }
}
