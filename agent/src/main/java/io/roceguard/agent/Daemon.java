// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent;

import io.roceguard.agent.access.PasswordHash;
import io.roceguard.agent.access.TokenHash;
import io.roceguard.agent.access.User;
import io.roceguard.agent.access.Users;
import io.roceguard.agent.config.DaemonConfig;
import io.roceguard.agent.config.TlsContext;
import io.roceguard.agent.control.ControlState;
import io.roceguard.agent.control.ControlTicker;
import io.roceguard.agent.control.EvidenceWindow;
import io.roceguard.agent.control.QueuePairQueries;
import io.roceguard.agent.control.RegisterControl;
import io.roceguard.agent.epoch.Epochs;
import io.roceguard.agent.http.HttpPort;
import io.roceguard.agent.inventory.NicSource;
import io.roceguard.agent.mbean.MBeans;
import io.roceguard.agent.metrics.Metrics;
import io.roceguard.agent.poll.NicHealth;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.Watcher;
import io.roceguard.agent.remote.JmxPort;
import io.roceguard.agent.store.Store;
import io.roceguard.device.NicInventory;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * The daemon: NICs watched, MBeans registered, HTTP and remote JMX served. What is opened later is closed first.
 */
public final class Daemon implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Daemon.class.getName());

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Watcher watcher;
    private final HttpPort http;
    private final Optional<JmxPort> jmx;

    private Daemon(DaemonConfig config) throws IOException {
        Clock clock = Clock.systemUTC();
        try {
            Store store = opened(Store.open(config.stateDirectory(), clock));
            NicInventory inventory = NicSource.open(config.nics(), System::nanoTime);
            watcher = opened(new Watcher(inventory, config.poll(), clock, System::nanoTime));
            EvidenceWindow evidence = new EvidenceWindow();
            Epochs epochs = new Epochs(store.epochs(), store.journal(), clock);
            ControlState state = new ControlState(
                    watcher,
                    store.journal(),
                    config.desiredState(),
                    evidence,
                    epochs::causeSince,
                    clock,
                    System::nanoTime);
            RegisterControl control = new RegisterControl(watcher, store.journal(), state, clock, System::nanoTime);
            watcher.listen(evidence);
            watcher.listen(epochs);
            MBeans beans = opened(new MBeans(
                    ManagementFactory.getPlatformMBeanServer(),
                    watcher,
                    control,
                    new QueuePairQueries(watcher),
                    clock));
            watcher.listen(beans);
            state.listen(beans);
            DaemonView view = new DaemonView(config, watcher, inventory.source(), control, store.notice(), clock);
            beans.register(view);
            Users users = users(config);
            http = opened(HttpPort.open(
                    config.http(),
                    config.tls(),
                    users,
                    new LazyMetrics(() -> new Metrics(watcher, version(), clock)),
                    this::obstacles));
            jmx = config.jmx().enabled() ? Optional.of(opened(jmx(config, users))) : Optional.empty();
            view.serving(httpUrl(), jmxUrl().orElse(""));
            // Last, so that a daemon that cannot serve does not touch a NIC.
            watcher.start();
            opened(new ControlTicker(state)).start();
        } catch (IOException | RuntimeException failed) {
            close();
            throw failed;
        }
    }

    /**
     * Starts everything.
     *
     * @throws IOException with a full sentence: state directory, port or TLS files cannot be used
     * @throws IllegalArgumentException when the simulation's scenario or a preset is unknown
     */
    public static Daemon start(DaemonConfig config) throws IOException {
        DaemonLog.set(config.logLevel());
        config.warnings().forEach(warning -> LOG.log(Level.WARNING, warning));
        return new Daemon(config);
    }

    /** Version of this build, {@code development} when run from classes. */
    public static String version() {
        String version = Daemon.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    private static JmxPort jmx(DaemonConfig config, Users users) throws IOException {
        DaemonConfig.Tls tls = config.tls();
        return JmxPort.open(
                config.jmx(),
                tls == null ? null : TlsContext.load(tls),
                tls == null ? DaemonConfig.ClientCertificate.NONE : tls.clientCertificate(),
                users,
                ManagementFactory.getPlatformMBeanServer());
    }

    private static Users users(DaemonConfig config) {
        List<User> users = config.users().stream()
                .map(user -> new User(
                        user.name(),
                        user.role(),
                        user.passwordHash() == null ? null : PasswordHash.parse(user.passwordHash()),
                        user.tokenHash() == null ? null : TokenHash.parse(user.tokenHash())))
                .toList();
        return new Users(users, config.anonymous());
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.push(resource);
        return resource;
    }

    private List<String> obstacles() {
        List<String> obstacles = new ArrayList<>();
        if (!watcher.scanProblem().isEmpty()) {
            obstacles.add(watcher.scanProblem());
        }
        if (!watcher.scanned()) {
            obstacles.add("The first look for NICs has not ended.");
        }
        for (NicSnapshot nic : watcher.all()) {
            if (nic.health().state().equals(NicHealth.STARTING)) {
                obstacles.add(nic.name() + " has not been polled yet.");
            }
        }
        return obstacles;
    }

    /** True when NICs were looked for and each was polled once or is known to be stuck. */
    public boolean ready() {
        return obstacles().isEmpty();
    }

    /** Names of the watched NICs. */
    public List<String> nics() {
        return watcher.all().stream().map(NicSnapshot::name).toList();
    }

    /** Base URL of the HTTP port, {@code http://127.0.0.1:8778}. */
    public String httpUrl() {
        String url = http.uri().toString();
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    /** Service URL of the remote JMX port, empty when it is off. */
    public Optional<String> jmxUrl() {
        return jmx.map(port -> port.url().toString());
    }

    /** Waits until somebody closes the daemon. */
    public void awaitStop() throws InterruptedException {
        stopped.await();
    }

    /** Stops serving and watching; a change under way has one deadline to end. */
    @Override
    public synchronized void close() {
        if (!open.isEmpty()) {
            LOG.log(Level.INFO, "Stopping.");
        }
        while (!open.isEmpty()) {
            AutoCloseable resource = open.pop();
            try {
                resource.close();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            } catch (Exception failed) {
                LOG.log(Level.WARNING, "Closing " + resource.getClass().getSimpleName() + " failed", failed);
            }
        }
        stopped.countDown();
    }
}
