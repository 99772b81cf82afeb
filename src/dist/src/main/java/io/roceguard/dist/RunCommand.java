// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import io.roceguard.agent.Daemon;
import io.roceguard.agent.config.ConfigDefaults;
import io.roceguard.agent.config.ConfigFile;
import io.roceguard.agent.config.DaemonConfig;
import io.roceguard.agent.config.TlsContext;
import io.roceguard.agent.inventory.NicSource;
import io.roceguard.console.cli.CliException;
import io.roceguard.console.cli.Output;
import io.roceguard.text.TextException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code roceguard run}: the daemon in the foreground, until it is told to stop. */
@Command(
        name = "run",
        header = "Start the daemon in the foreground.",
        description = {
            "Watch the NICs of this host, or simulated ones, and serve them over JMX and HTTP until Ctrl-C. Without"
                    + " configured users everybody on this host may read and nobody may change anything; --sim makes two"
                    + " users for the run and shows their tokens."
        })
final class RunCommand implements Callable<Integer> {

    private static final Duration FIRST_POLLS = Duration.ofSeconds(3);
    private static final long PAUSE_NANOS = Duration.ofMillis(5).toNanos();

    @Mixin
    private final Output output = new Output();

    @Option(names = "--config", paramLabel = "FILE", description = "YAML configuration; without it the defaults hold.")
    private @Nullable Path config;

    @Option(
            names = "--sim",
            paramLabel = "SCENARIO",
            arity = "0..1",
            fallbackValue = "",
            description =
                    "Simulated NICs instead of this host's: calm, lossy (default), link-flap, dead-path, slow-receiver,"
                            + " long-rtt, incast, or a scenario file (scenario.yaml).")
    private @Nullable String scenario;

    @Option(names = "--port", paramLabel = "N", description = "HTTP port, 0 for any free one (default: 8778).")
    private @Nullable Integer port;

    @Option(names = "--jmx-port", paramLabel = "N", description = "JMX port, 0 for any free one (default: 8779).")
    private @Nullable Integer jmxPort;

    @Option(names = "--check-config", description = "Check the configuration and end without starting anything.")
    private boolean checkConfig;

    @Override
    public Integer call() throws InterruptedException {
        DaemonConfig effective = effective();
        if (checkConfig) {
            check(effective);
            String subject = config == null ? "The default configuration" : config.toString();
            output.print(Map.of("valid", true, "file", subject), () -> List.of(subject + " is valid."));
            return 0;
        }
        RunUsers runUsers = null;
        if (effective.nics().simulation() != null && effective.users().isEmpty()) {
            runUsers = RunUsers.random();
            effective = effective.withUsers(runUsers.asConfigured());
        }
        try (Daemon daemon = Daemon.start(effective)) {
            Runtime.getRuntime().addShutdownHook(new Thread(daemon::close, "roceguard-stop"));
            awaitFirstPolls(daemon);
            StartScreen screen = screen(daemon, effective, runUsers);
            output.print(facts(daemon, runUsers), () -> List.of(screen.text()));
            daemon.awaitStop();
            return 0;
        } catch (IOException failed) {
            throw CliException.unreachable(String.valueOf(failed.getMessage()));
        } catch (IllegalArgumentException badSimulation) {
            throw CliException.usage(String.valueOf(badSimulation.getMessage()));
        }
    }

    /** What only shows when it is used: names of the simulation, the key store. */
    private static void check(DaemonConfig config) {
        try {
            NicSource.open(config.nics(), System::nanoTime).close();
            DaemonConfig.Tls tls = config.tls();
            if (tls != null) {
                TlsContext.load(tls);
            }
        } catch (IllegalArgumentException | IOException bad) {
            throw CliException.usage(String.valueOf(bad.getMessage()));
        }
    }

    private DaemonConfig effective() {
        try {
            DaemonConfig read = config == null ? DaemonConfig.defaults() : ConfigFile.read(config);
            if (scenario != null) {
                DaemonConfig.Simulation simulation = read.nics().simulation();
                DaemonConfig.Simulation base = simulation == null ? ConfigDefaults.simulation() : simulation;
                read = read.withSimulation(scenario.isEmpty() ? base : base.withScenario(scenario));
                if (config == null) {
                    read = read.withStateDirectory(read.stateDirectory().resolve("simulation"));
                }
            }
            read = port == null ? read : read.withHttpPort(checked(port, "--port"));
            return jmxPort == null ? read : read.withJmxPort(checked(jmxPort, "--jmx-port"));
        } catch (TextException bad) {
            throw CliException.usage(String.valueOf(bad.getMessage()));
        }
    }

    private static int checked(int number, String option) {
        if (number < 0 || number > 65535) {
            throw CliException.usage(option + " takes a port number 0..65535, not " + number + ".");
        }
        return number;
    }

    private static void awaitFirstPolls(Daemon daemon) {
        long end = System.nanoTime() + FIRST_POLLS.toNanos();
        while (!daemon.ready() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static StartScreen screen(Daemon daemon, DaemonConfig config, @Nullable RunUsers runUsers) {
        DaemonConfig.Simulation simulation = config.nics().simulation();
        return new StartScreen(
                Daemon.version(),
                daemon.nics(),
                simulation == null ? null : simulation.scenario(),
                config.nics().sysfsRoot(),
                daemon.httpUrl(),
                daemon.jmxUrl().orElse(null),
                runUsers == null
                        ? config.users().stream().map(DaemonConfig.User::name).toList()
                        : List.of(),
                runUsers,
                System.getProperty("roceguard.command", "roceguard"));
    }

    private static Map<String, Object> facts(Daemon daemon, @Nullable RunUsers runUsers) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("version", Daemon.version());
        facts.put("nics", daemon.nics());
        facts.put("http_url", daemon.httpUrl());
        daemon.jmxUrl().ifPresent(url -> facts.put("jmx_url", url));
        if (runUsers != null) {
            facts.put("operator_token", runUsers.operatorToken());
            facts.put("viewer_token", runUsers.viewerToken());
        }
        return facts;
    }
}
