// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One reading of all counters of one port. Immutable.
 *
 * @param port 1-based
 * @param takenNanos {@code System.nanoTime()} of the reading (or the injected clock's)
 * @param values by counter name as the kernel spells it, in reading order
 * @param hidden why the port shows no counters at all ({@code hidden_by_netns}, {@code no_counters}, or
 *     the errno that reading their directory gave), null when it does
 */
public record CounterSample(
        int port,
        long takenNanos,
        Map<String, CounterValue> values,
        @Nullable String hidden) {

    public CounterSample {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}
