// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

import io.roceguard.counter.CounterKind.Behaviour;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the readings of one port into movements. Holds the last reading only. Not thread-safe: it belongs to the worker
 * that reads.
 */
public final class DeltaTracker {

    /** The last value, and the width it has proved to have: the table's, or wider where a value did not fit. */
    private record Reading(long value, int width) {}

    private static final int QUEUE_COUNTER_BITS = 32;
    private static final int WIDEST = 64;

    private final CounterCatalog catalog;
    private Map<String, Reading> readings = Map.of();
    private boolean started;
    private long lastNanos;

    public DeltaTracker(CounterCatalog catalog) {
        this.catalog = catalog;
    }

    /** Compares with the sample before. A counter that is missing or unavailable loses its baseline. */
    public CounterDeltas update(CounterSample sample) {
        Map<String, CounterDelta> changes = new LinkedHashMap<>();
        Map<String, Reading> current = new HashMap<>();
        sample.values().forEach((name, value) -> {
            if (value instanceof CounterValue.Present present) {
                CounterKind kind = catalog.kind(name);
                if (kind.counts()) {
                    Reading before = readings.get(name);
                    Reading now = reading(present.value(), before == null ? kind.width() : before.width());
                    changes.put(name, change(kind.behaviour(), before, now));
                    current.put(name, now);
                }
            }
        });
        long elapsed = started ? sample.takenNanos() - lastNanos : 0;
        readings = current;
        started = true;
        lastNanos = sample.takenNanos();
        return new CounterDeltas(elapsed, changes);
    }

    private static Reading reading(long value, int leastWidth) {
        int width = leastWidth;
        if (value > highest(width)) {
            width = value > highest(QUEUE_COUNTER_BITS) ? WIDEST : QUEUE_COUNTER_BITS;
        }
        return new Reading(value, width);
    }

    private static CounterDelta change(Behaviour behaviour, @Nullable Reading before, Reading now) {
        if (before == null) {
            return new CounterDelta.First(now.value());
        }
        if (behaviour == Behaviour.SATURATES && now.width() < WIDEST && now.value() == highest(now.width())) {
            return new CounterDelta.Saturated(now.value() - before.value());
        }
        if (now.value() >= before.value()) {
            return new CounterDelta.Moved(now.value() - before.value());
        }
        if (behaviour == Behaviour.WRAPS && wrapped(before.value(), now)) {
            return new CounterDelta.Moved(now.value() + highest(now.width()) - before.value() + 1);
        }
        return new CounterDelta.Reset(before.value(), now.value());
    }

    /** Only from the last quarter of the range into the first: a fall from elsewhere is a reset. */
    private static boolean wrapped(long before, Reading now) {
        if (now.width() != QUEUE_COUNTER_BITS) {
            return false;
        }
        long quarter = 1L << (QUEUE_COUNTER_BITS - 2);
        return before > 3 * quarter && now.value() < quarter;
    }

    private static long highest(int width) {
        return width >= WIDEST - 1 ? Long.MAX_VALUE : (1L << width) - 1;
    }
}
