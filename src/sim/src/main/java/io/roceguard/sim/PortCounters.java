// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.counter.CounterValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The counters of one port. What they hold is a function of the time, under the timeouts in force; when these change, what
 * was counted until then is kept and the function goes on under the new ones.
 */
final class PortCounters {

    static final String LINK_DOWNED = "link_downed";
    private static final String LIFESPAN = "lifespan";
    private static final long LIFESPAN_MILLIS = 10;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Scenario scenario;
    private final long seed;
    private final double busyness;
    private final PortHistory history;
    private final double[] kept = new double[CounterModel.ALL.size()];
    private long since;

    PortCounters(Scenario scenario, long seed) {
        this.scenario = scenario;
        this.seed = seed;
        this.busyness = 0.9 + 0.2 * Randomness.fraction(seed, 0);
        this.history = new PortHistory(scenario, Randomness.derive(seed, 1));
    }

    PortHistory history() {
        return history;
    }

    /** Keeps what was counted until then under these timeouts, before others come into force. */
    void keep(long elapsed, TimeoutsInForce timeouts) {
        for (int i = 0; i < kept.length; i++) {
            kept[i] = expected(i, elapsed, timeouts);
        }
        since = elapsed;
    }

    Map<String, CounterValue> values(long elapsed, TimeoutsInForce timeouts) {
        Map<String, CounterValue> values = new LinkedHashMap<>();
        for (int i = 0; i < CounterModel.ALL.size(); i++) {
            CounterModel counter = CounterModel.ALL.get(i);
            long events = counter.name().equals(LINK_DOWNED)
                    ? scenario.linkDown() ? history.begun(elapsed) : 0
                    : Randomness.events(expected(i, elapsed, timeouts), Randomness.derive(seed, 2 + i));
            values.put(counter.name(), new CounterValue.Present(counter.limit().apply(events)));
        }
        values.put(LIFESPAN, new CounterValue.Present(LIFESPAN_MILLIS));
        return values;
    }

    private double expected(int i, long elapsed, TimeoutsInForce timeouts) {
        CounterModel counter = CounterModel.ALL.get(i);
        return kept[i] + from(counter, elapsed, timeouts) - from(counter, since, timeouts);
    }

    /** As if these timeouts had been in force from the beginning on. */
    private double from(CounterModel counter, long elapsed, TimeoutsInForce timeouts) {
        long disturbed = history.disturbed(elapsed);
        long roundTrip = scenario.roundTrip().toNanos();
        double normalRate = counter.rate().of(scenario.normal(), timeouts, roundTrip);
        double disturbedRate = counter.rate().of(scenario.disturbed(), timeouts, roundTrip);
        double steady = busyness * (normalRate * (elapsed - disturbed) + disturbedRate * disturbed) / NANOS_PER_SECOND;
        return steady + scenario.outageQueuePairs() * outages(counter, elapsed, timeouts);
    }

    private double outages(CounterModel counter, long elapsed, TimeoutsInForce timeouts) {
        long now = history.sinceBegin(elapsed);
        double present = now < 0 ? 0 : counter.outage().of(timeouts, now);
        return history.ended(elapsed) * counter.outage().of(timeouts, history.disturbance()) + present;
    }

    /** The part of the queue pairs in an outage that have failed in it by now, 0 where there is none. */
    double failed(long elapsed, TimeoutsInForce timeouts) {
        long now = history.sinceBegin(elapsed);
        return now < 0 || scenario.outageQueuePairs() == 0 ? 0 : timeouts.failed(now);
    }
}
