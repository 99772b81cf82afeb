// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent;

import io.roceguard.agent.config.ConfigFile;
import io.roceguard.agent.config.DaemonConfig;
import io.roceguard.agent.control.RegisterControl;
import io.roceguard.agent.mbean.DaemonMXBean;
import io.roceguard.agent.mbean.HistoryView;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.Watcher;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.device.NicException;
import io.roceguard.text.TextException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link DaemonMXBean} over the running daemon. */
final class DaemonView implements DaemonMXBean {

    private static final int SHORT_HISTORY = 100;
    private static final int LONGEST_HISTORY = 10_000;

    private final DaemonConfig config;
    private final Watcher watcher;
    private final String nicSource;
    private final RegisterControl control;
    private final String storeNotice;
    private final InstantSource clock;
    private final long startedMillis;
    private volatile String httpUrl = "";
    private volatile String jmxUrl = "";

    DaemonView(
            DaemonConfig config,
            Watcher watcher,
            String nicSource,
            RegisterControl control,
            String storeNotice,
            InstantSource clock) {
        this.config = config;
        this.watcher = watcher;
        this.nicSource = nicSource;
        this.control = control;
        this.storeNotice = storeNotice;
        this.clock = clock;
        this.startedMillis = clock.millis();
    }

    void serving(String newHttpUrl, String newJmxUrl) {
        httpUrl = newHttpUrl;
        jmxUrl = newJmxUrl;
    }

    @Override
    public String getVersion() {
        return Daemon.version();
    }

    @Override
    public long getUptimeSeconds() {
        return Math.max(0, clock.millis() - startedMillis) / 1000;
    }

    @Override
    public String getMode() {
        return config.nics().simulation() == null ? "sysfs" : "simulation";
    }

    @Override
    public String getNicSource() {
        return nicSource;
    }

    @Override
    public String[] getNics() {
        return watcher.all().stream().map(NicSnapshot::name).toArray(String[]::new);
    }

    @Override
    public String getConfigPath() {
        return config.file().map(Path::toString).orElse("");
    }

    @Override
    public String getStateDirectory() {
        return config.stateDirectory().toString();
    }

    @Override
    public String getStoreStatus() {
        return storeNotice.isEmpty() ? "ok" : storeNotice;
    }

    @Override
    public HistoryView[] getHistory() {
        return history("", SHORT_HISTORY);
    }

    @Override
    public HistoryView[] history(@Nullable String nic, int limit) {
        if (limit < 1 || limit > LONGEST_HISTORY) {
            throw new IllegalArgumentException("limit must be 1.." + LONGEST_HISTORY + ": " + limit);
        }
        try {
            List<ChangeRecord> changes = control.history(nic == null ? "" : nic.strip(), limit);
            Map<Long, String> waits = control.waits(changes);
            return changes.stream()
                    .map(change -> HistoryView.of(change, waits.getOrDefault(change.id(), "")))
                    .toArray(HistoryView[]::new);
        } catch (UncheckedIOException failed) {
            throw new IllegalStateException(failed.getMessage());
        }
    }

    @Override
    public String getHttpUrl() {
        return httpUrl;
    }

    @Override
    public String getJmxUrl() {
        return jmxUrl;
    }

    @Override
    public String getScanStatus() {
        String problem = watcher.scanProblem();
        return problem.isEmpty() ? "ok" : problem;
    }

    @Override
    public long getPollIntervalMillis() {
        return config.poll().interval().toMillis();
    }

    @Override
    public String[] rescan() {
        try {
            watcher.rescan();
        } catch (NicException failed) {
            throw new IllegalStateException(failed.getMessage());
        }
        return getNics();
    }

    @Override
    public String reload() {
        Optional<Path> file = config.file();
        if (file.isEmpty()) {
            return "There is no configuration file to read; the daemon was started without one.";
        }
        DaemonConfig read;
        try {
            read = ConfigFile.read(file.get());
        } catch (TextException bad) {
            throw new IllegalArgumentException(bad.getMessage());
        }
        DaemonLog.set(read.logLevel());
        List<String> differing = differing(read);
        return "Log level is " + read.logLevel().name().toLowerCase(Locale.ROOT) + ". "
                + (differing.isEmpty()
                        ? "Nothing else differs from what is in force."
                        : "Not in force as the file has it: " + String.join(", ", differing)
                                + ". A restart takes it over, unless the command line overrides it.");
    }

    private List<String> differing(DaemonConfig read) {
        List<String> differing = new ArrayList<>();
        addUnlessEqual(differing, "state_directory", config.stateDirectory(), read.stateDirectory());
        addUnlessEqual(differing, "nics", config.nics().toString(), read.nics().toString());
        addUnlessEqual(differing, "poll", config.poll(), read.poll());
        addUnlessEqual(differing, "http", config.http(), read.http());
        addUnlessEqual(differing, "jmx", config.jmx(), read.jmx());
        addUnlessEqual(differing, "tls", String.valueOf(config.tls()), String.valueOf(read.tls()));
        addUnlessEqual(differing, "users", config.users(), read.users());
        addUnlessEqual(differing, "anonymous", config.anonymous(), read.anonymous());
        addUnlessEqual(
                differing,
                "desired_state",
                config.desiredState().toString(),
                read.desiredState().toString());
        return differing;
    }

    private static void addUnlessEqual(List<String> differing, String key, Object inForce, Object read) {
        if (!inForce.equals(read)) {
            differing.add(key);
        }
    }
}
