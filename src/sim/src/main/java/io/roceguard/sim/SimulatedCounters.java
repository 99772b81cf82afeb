// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.counter.CounterSample;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * The counters of one NIC, both sysfs directories together. They are a function of seed, scenario, the time since the
 * NIC was plugged in, and when adaptive retransmission was on: how often they are read does not matter. Thread-safe.
 */
public final class SimulatedCounters {

    private final LongSupplier nanoClock;
    private final long start;
    private final BooleanSupplier adaptive;
    private final List<PortCounters> ports;

    /**
     * @param ports how many
     * @param nanoClock monotonic nanoseconds; counters start at 0 now
     * @param adaptive whether adaptive retransmission is on; its changes must be preceded by {@link #settle()}
     */
    SimulatedCounters(Scenario scenario, long seed, int ports, LongSupplier nanoClock, BooleanSupplier adaptive) {
        this.nanoClock = nanoClock;
        this.start = nanoClock.getAsLong();
        this.adaptive = adaptive;
        this.ports = IntStream.range(0, ports)
                .mapToObj(port -> new PortCounters(scenario, Randomness.derive(seed, port)))
                .toList();
    }

    /** Books the time until now under the settings of now. */
    synchronized void settle() {
        settle(nanoClock.getAsLong());
    }

    private void settle(long nanos) {
        boolean on = adaptive.getAsBoolean();
        ports.forEach(port -> port.history().settle(nanos - start, on));
    }

    /**
     * @param port 1-based
     * @throws IllegalArgumentException when there is no such port
     */
    public synchronized CounterSample read(int port) {
        PortCounters counters = port(port);
        long nanos = nanoClock.getAsLong();
        settle(nanos);
        return new CounterSample(port, nanos, counters.values(), null);
    }

    /** Whether the link of that port is down now. */
    synchronized boolean linkDown(int port) {
        settle();
        return port(port).history().linkDown();
    }

    /** Whether some port is in the disturbed stretch of its scenario now. */
    synchronized boolean disturbed() {
        settle();
        return ports.stream().anyMatch(port -> port.history().disturbed());
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
