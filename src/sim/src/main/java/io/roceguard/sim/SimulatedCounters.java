// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.counter.CounterSample;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The counters of one NIC, both sysfs directories together. They are a function of seed, scenario, the time since the
 * NIC was plugged in, and when which timeouts were in force: how often they are read does not matter. Thread-safe.
 */
public final class SimulatedCounters {

    private final LongSupplier nanoClock;
    private final long start;
    private final Supplier<TimeoutsInForce> timeouts;
    private final List<PortCounters> ports;
    private long latest;

    /**
     * @param ports how many
     * @param nanoClock monotonic nanoseconds; counters start at 0 now
     * @param timeouts that are in force; their changes must be preceded by {@link #settle()}
     */
    SimulatedCounters(
            Scenario scenario, long seed, int ports, LongSupplier nanoClock, Supplier<TimeoutsInForce> timeouts) {
        this.nanoClock = nanoClock;
        this.start = nanoClock.getAsLong();
        this.timeouts = timeouts;
        this.ports = IntStream.range(0, ports)
                .mapToObj(port -> new PortCounters(scenario, Randomness.derive(seed, port)))
                .toList();
    }

    /** Books the time until now under the timeouts of now. */
    synchronized void settle() {
        long elapsed = elapsed();
        TimeoutsInForce now = timeouts.get();
        ports.forEach(port -> port.keep(elapsed, now));
    }

    /** A clock that steps back stands still here. */
    private long elapsed() {
        latest = Math.max(latest, nanoClock.getAsLong() - start);
        return latest;
    }

    /**
     * @param port 1-based
     * @throws IllegalArgumentException when there is no such port
     */
    public synchronized CounterSample read(int port) {
        PortCounters counters = port(port);
        return new CounterSample(port, nanoClock.getAsLong(), counters.values(elapsed(), timeouts.get()), null);
    }

    /** Whether the link of that port is down now. */
    synchronized boolean linkDown(int port) {
        return port(port).history().linkDown(elapsed());
    }

    /** The part of the queue pairs of port 1 that have failed in the present outage; 0 where there is none. */
    synchronized double failed() {
        return port(1).failed(elapsed(), timeouts.get());
    }

    int ports() {
        return ports.size();
    }

    private PortCounters port(int port) {
        if (port < 1 || port > ports.size()) {
            throw new IllegalArgumentException("This NIC has ports 1.." + ports.size() + ": port=" + port);
        }
        return ports.get(port - 1);
    }
}
