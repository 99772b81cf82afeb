// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the counters of one port did between two readings. Immutable.
 *
 * @param elapsedNanos between the two readings; 0 with the first, or when the reading is the same as before
 * @param byName for every counter that counts and could be read, in reading order; gauges and settings are not in it
 */
public record CounterDeltas(long elapsedNanos, Map<String, CounterDelta> byName) {

    private static final double NANOS_PER_SECOND = 1e9;

    public CounterDeltas {
        byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    }

    /** Rates of the counters that moved; empty when no time has passed. A saturated or reset counter has no rate. */
    public Map<String, Double> perSecond() {
        if (elapsedNanos <= 0) {
            return Map.of();
        }
        Map<String, Double> rates = new LinkedHashMap<>();
        byName.forEach((name, change) -> {
            if (change instanceof CounterDelta.Moved moved) {
                rates.put(name, moved.delta() * NANOS_PER_SECOND / elapsedNanos);
            }
        });
        return Collections.unmodifiableMap(rates);
    }
}
