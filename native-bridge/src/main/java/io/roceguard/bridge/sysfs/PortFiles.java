// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import io.roceguard.counter.CounterValue;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files of {@code ports/N/hw_counters} and {@code ports/N/counters}. Listed again after a reading in which a call
 * failed, and else every {@link #LISTING_INTERVAL}: optional counters come and go while a device stays.
 */
final class PortFiles {

    static final String HW = "hw_counters";
    static final String PMA = "counters";

    static final Duration LISTING_INTERVAL = Duration.ofMinutes(1);

    private final SysfsDirectory port;
    private final InfinibandClass infiniband;
    private final CounterDirectory hw;
    private final CounterDirectory pma;
    private @Nullable String hidden;
    private boolean listed;
    private boolean withHardware;
    private long listedNanos;

    /**
     * @param port {@code class/infiniband/mlx5_0/ports/1}
     */
    PortFiles(SysfsDirectory port, InfinibandClass infiniband, DescriptorBudget budget) {
        this.port = port;
        this.infiniband = infiniband;
        this.hw = new CounterDirectory(port.in(HW), budget);
        this.pma = new CounterDirectory(port.in(PMA), budget);
    }

    /** Whether the port's own directory is there now. */
    boolean portExists() {
        return port.exists();
    }

    /**
     * Lists the directories when it is time.
     *
     * @param hardware false to leave {@code hw_counters} alone
     */
    void list(boolean hardware, long nowNanos) {
        if (listed && hardware == withHardware && nowNanos - listedNanos < LISTING_INTERVAL.toNanos()) {
            return;
        }
        if (hardware) {
            hw.list();
        } else {
            hw.close();
        }
        pma.list();
        String failure = failure();
        hidden = hw.names().isEmpty() && pma.names().isEmpty() ? hidden(hardware, failure) : null;
        withHardware = hardware;
        listedNanos = nowNanos;
        listed = failure == null;
    }

    /** Errno name where a directory is there but cannot be listed, else null. */
    private @Nullable String failure() {
        for (CounterDirectory directory : List.of(hw, pma)) {
            if (directory.failure() != null && !directory.failure().equals("ENOENT")) {
                return directory.failure();
            }
        }
        return null;
    }

    /**
     * A container that does not share the host's network namespace sees every device without counters. Where another
     * device does show some, this one just has none.
     */
    private String hidden(boolean hardware, @Nullable String failure) {
        if (failure != null) {
            return failure;
        }
        boolean empty = (hardware && hw.failure() == null) || pma.failure() == null;
        return empty || infiniband.showsCounters() ? "no_counters" : "hidden_by_netns";
    }

    /** Why there is no counter, as of the last listing; null where there are some. */
    @Nullable
    String hidden() {
        return hidden;
    }

    /** All values by name in reading order, hardware counters first. */
    Map<String, CounterValue> read(Reading reading) {
        Map<String, CounterValue> values = new LinkedHashMap<>();
        Set<String> portCounters = pma.names();
        for (CounterFile file : hw.files()) {
            values.put(CounterNames.ofHardware(file.name(), portCounters), file.read(reading));
        }
        for (CounterFile file : pma.files()) {
            values.put(file.name(), file.read(reading));
        }
        listed = listed && !reading.failed();
        return values;
    }

    void close() {
        hw.close();
        pma.close();
        listed = false;
    }
}
