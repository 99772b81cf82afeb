// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import io.roceguard.counter.CounterSample;
import io.roceguard.counter.CounterValue;
import io.roceguard.counter.CounterValue.Present;
import io.roceguard.counter.CounterValue.Unavailable;
import io.roceguard.device.CounterPort;
import io.roceguard.device.NicException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The counters of {@code ports/N/hw_counters} and {@code ports/N/counters}. A port is not read again within the
 * {@code lifespan} its driver tells, because the driver would give the same values. Where both directories have a name,
 * the one of hw_counters is called {@code hw_<name>}.
 */
final class SysfsCounters implements CounterPort {

    private static final Logger LOG = System.getLogger(SysfsCounters.class.getPackageName());

    private static final String HW = "hw_counters";
    private static final String PMA = "counters";
    private static final String LIFESPAN = "lifespan";
    private static final long LONGEST_LIFESPAN_MILLIS = 10_000;

    /**
     * The first of mlx5's set. With optional counters in the set, the kernel takes a whole reading as fresh only when
     * this one is asked for; any other first would cost the firmware a round of commands for each file.
     */
    private static final Set<String> READ_FIRST = Set.of("rx_write_requests", "vport_rx_write_requests");

    private static final Comparator<String> READING_ORDER =
            Comparator.comparing((String name) -> !READ_FIRST.contains(name)).thenComparing(Comparator.naturalOrder());

    private final String name;
    private final SysfsDirectory infiniband;
    private final SysfsDirectory device;
    private final LongSupplier nanoClock;
    private final CounterFiles files;
    private final Map<Integer, CounterSample> latest = new HashMap<>();

    /**
     * @param name of the device
     * @param infiniband {@code class/infiniband}
     */
    SysfsCounters(String name, SysfsDirectory infiniband, LongSupplier nanoClock) {
        this.name = name;
        this.infiniband = infiniband;
        this.device = infiniband.in(name);
        this.nanoClock = nanoClock;
        this.files = new CounterFiles(infiniband.files());
    }

    @Override
    public String source(int port) {
        return "sysfs";
    }

    @Override
    public CounterSample read(int port) throws NicException {
        long now = nanoClock.getAsLong();
        CounterSample before = latest.get(port);
        if (before != null && now - before.takenNanos() < lifespanNanos(before)) {
            return before;
        }
        SysfsDirectory directory = device.in("ports/" + port);
        CounterSample sample = sample(port, directory, now);
        latest.put(port, sample);
        return sample;
    }

    private static long lifespanNanos(CounterSample sample) {
        if (sample.values().get(LIFESPAN) instanceof Present lifespan) {
            return Math.min(lifespan.value(), LONGEST_LIFESPAN_MILLIS) * 1_000_000;
        }
        return 0;
    }

    private CounterSample sample(int port, SysfsDirectory directory, long now) throws NicException {
        Listing hw = Listing.of(directory.in(HW));
        Listing pma = Listing.of(directory.in(PMA));
        if (hw.names().isEmpty() && pma.names().isEmpty()) {
            requireExisting(port, directory);
            return new CounterSample(port, now, Map.of(), hidden(hw, pma));
        }
        Map<String, CounterValue> values = new LinkedHashMap<>();
        for (String counter : hw.names()) {
            String key = pma.names().contains(counter) ? "hw_" + counter : counter;
            values.put(key, files.read(hw.file(counter), now));
        }
        for (String counter : pma.names()) {
            values.put(counter, files.read(pma.file(counter), now));
        }
        if (values.values().stream().anyMatch(Unavailable.class::isInstance)) {
            requireExisting(port, directory);
        }
        logQuarantines(port);
        return new CounterSample(port, now, values, null);
    }

    private void requireExisting(int port, SysfsDirectory directory) throws NicException.Unreachable {
        if (directory.exists()) {
            return;
        }
        if (device.exists()) {
            throw new NicException.Unreachable(
                    name,
                    operation(port),
                    "ENOENT, the device has no port " + port,
                    "Its ports are " + device.in("ports").numbers() + ".");
        }
        throw SysfsNic.gone(name, operation(port), device.path());
    }

    private static String operation(int port) {
        return "Reading the counters of port " + port;
    }

    /**
     * A container that does not share the host's network namespace sees every device without counters. Where another
     * device does show some, this one just has none.
     */
    private String hidden(Listing hw, Listing pma) {
        for (Listing listing : List.of(hw, pma)) {
            if (listing.failure() != null && !listing.failure().equals("ENOENT")) {
                return listing.failure();
            }
        }
        boolean empty = hw.failure() == null || pma.failure() == null;
        return empty || anyDeviceShowsCounters() ? "no_counters" : "hidden_by_netns";
    }

    private boolean anyDeviceShowsCounters() {
        for (String other : infiniband.entriesOrNone()) {
            SysfsDirectory ports = infiniband.in(other + "/ports");
            for (int port : ports.numbers()) {
                if (ports.holds(port + "/" + HW) || ports.holds(port + "/" + PMA)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void logQuarantines(int port) {
        files.takeBegun()
                .forEach((reason, counters) -> LOG.log(
                        CounterFiles.isAnswer(reason) ? Level.INFO : Level.WARNING,
                        "{0} port {1}: {2} counter(s) gave {3} three times in a row ({4}); they are read less and less"
                                + " often now, at least once an hour.",
                        name,
                        port,
                        counters.size(),
                        reason,
                        some(counters)));
    }

    private static String some(Set<String> counters) {
        String few = counters.stream().limit(3).collect(Collectors.joining(", "));
        return counters.size() > 3 ? few + " and " + (counters.size() - 3) + " more" : few;
    }

    /**
     * The files of one directory in reading order.
     *
     * @param failure errno name where the directory is missing or could not be read
     */
    private record Listing(
            SysfsDirectory directory,
            Set<String> names,
            @Nullable String failure) {

        static Listing of(SysfsDirectory directory) {
            try {
                TreeSet<String> names = new TreeSet<>(READING_ORDER);
                names.addAll(directory.entries());
                return new Listing(directory, names, null);
            } catch (IOException failure) {
                return new Listing(directory, Set.of(), Errno.nameOf(failure));
            }
        }

        Path file(String counter) {
            return directory.path().resolve(counter);
        }
    }
}
