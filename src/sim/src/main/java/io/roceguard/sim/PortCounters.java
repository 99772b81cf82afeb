// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.counter.CounterValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The counters of one port: its history times the scenario's rates. */
final class PortCounters {

    static final String LINK_DOWNED = "link_downed";
    private static final String LIFESPAN = "lifespan";
    private static final long LIFESPAN_MILLIS = 10;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Scenario scenario;
    private final long seed;
    private final double busyness;
    private final PortHistory history;

    PortCounters(Scenario scenario, long seed) {
        this.scenario = scenario;
        this.seed = seed;
        this.busyness = 0.9 + 0.2 * Randomness.fraction(seed, 0);
        this.history = new PortHistory(scenario, Randomness.derive(seed, 1));
    }

    PortHistory history() {
        return history;
    }

    /** As the history stands. */
    Map<String, CounterValue> values() {
        Map<String, CounterValue> values = new LinkedHashMap<>();
        for (int i = 0; i < CounterModel.ALL.size(); i++) {
            CounterModel counter = CounterModel.ALL.get(i);
            long events = counter.name().equals(LINK_DOWNED)
                    ? scenario.linkDown() ? history.disturbances() : 0
                    : Randomness.events(expected(counter), Randomness.derive(seed, 2 + i));
            values.put(counter.name(), new CounterValue.Present(counter.limit().apply(events)));
        }
        values.put(LIFESPAN, new CounterValue.Present(LIFESPAN_MILLIS));
        return values;
    }

    private double expected(CounterModel counter) {
        return expected(counter, false, false)
                + expected(counter, false, true)
                + expected(counter, true, false)
                + expected(counter, true, true);
    }

    private double expected(CounterModel counter, boolean disturbed, boolean adaptive) {
        double rate = busyness * counter.rate().of(scenario.load(disturbed), adaptive);
        return rate * history.spent(disturbed, adaptive) / NANOS_PER_SECOND;
    }
}
