// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import io.roceguard.counter.CounterSample;
import io.roceguard.counter.CounterValue;
import io.roceguard.counter.CounterValue.Present;
import io.roceguard.device.CounterPort;
import io.roceguard.device.NicException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The counters of {@code ports/N/hw_counters} and {@code ports/N/counters}. A port is not read again within the
 * {@code lifespan} its driver tells, because the driver would give the same values. Where both directories have a name,
 * the one of hw_counters is called as {@link CounterNames} says.
 *
 * <p>The files stay open from poll to poll. When sysfs removes one, reading it fails and its name is opened anew; in a tree
 * of plain files a file that was removed or replaced is read on for up to {@link PortFiles#LISTING_INTERVAL}.
 */
public final class SysfsCounters implements CounterPort {

    private static final Logger LOG = System.getLogger(SysfsCounters.class.getPackageName());

    private static final String LIFESPAN = "lifespan";
    private static final long LONGEST_LIFESPAN_MILLIS = 10_000;

    private final String name;
    private final InfinibandClass infiniband;
    private final SysfsDirectory device;
    private final LongSupplier nanoClock;
    private final DescriptorBudget budget;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(CounterText.MOST_BYTES);
    private final Map<Integer, PortFiles> ports = new HashMap<>();
    private final Map<Integer, CounterSample> latest = new HashMap<>();

    /**
     * @param name of the device
     */
    SysfsCounters(String name, InfinibandClass infiniband, LongSupplier nanoClock, DescriptorBudget budget) {
        this.name = name;
        this.infiniband = infiniband;
        this.device = infiniband.device(name);
        this.nanoClock = nanoClock;
        this.budget = budget;
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
        CounterSample sample = sample(port, true, now);
        latest.put(port, sample);
        return sample;
    }

    /**
     * As {@link #read}, but only {@code ports/N/counters}: for whoever gets the counters of {@code hw_counters} another
     * way. That directory is not touched, so that no {@code lifespan} applies.
     *
     * @param port 1-based
     * @return hidden when {@code counters} is missing or empty, whatever {@code hw_counters} has
     */
    public CounterSample readWithoutHardware(int port) throws NicException {
        latest.remove(port);
        return sample(port, false, nanoClock.getAsLong());
    }

    private static long lifespanNanos(CounterSample sample) {
        if (sample.values().get(LIFESPAN) instanceof Present lifespan) {
            return Math.min(lifespan.value(), LONGEST_LIFESPAN_MILLIS) * 1_000_000;
        }
        return 0;
    }

    private CounterSample sample(int port, boolean hardware, long now) throws NicException {
        PortFiles files =
                ports.computeIfAbsent(port, number -> new PortFiles(device.in("ports/" + number), infiniband, budget));
        files.list(hardware, now);
        Reading reading = new Reading(now, buffer);
        Map<String, CounterValue> values = files.read(reading);
        if (values.isEmpty() || reading.incomplete()) {
            requireExisting(port, files);
        }
        logQuarantines(port, reading.quarantined());
        return new CounterSample(port, now, values, files.hidden());
    }

    private void requireExisting(int port, PortFiles files) throws NicException.Unreachable {
        if (files.portExists()) {
            return;
        }
        if (device.exists()) {
            forget(port);
            throw new NicException.Unreachable(
                    name,
                    operation(port),
                    "ENOENT, the device has no port " + port,
                    "Its ports are " + device.in("ports").numbers() + ".");
        }
        close();
        throw SysfsNic.gone(name, operation(port), device.path());
    }

    private void forget(int port) {
        PortFiles files = ports.remove(port);
        if (files != null) {
            files.close();
        }
        latest.remove(port);
    }

    private static String operation(int port) {
        return "Reading the counters of port " + port;
    }

    private void logQuarantines(int port, Map<String, Set<String>> begun) {
        begun.forEach((reason, counters) -> LOG.log(
                CounterText.isAnswer(reason) ? Level.INFO : Level.WARNING,
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

    /** Closes the files; a reading opens them again. */
    void close() {
        ports.values().forEach(PortFiles::close);
        ports.clear();
        latest.clear();
    }
}
