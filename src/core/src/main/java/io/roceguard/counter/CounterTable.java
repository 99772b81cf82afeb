// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

import io.roceguard.counter.CounterKind.Behaviour;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The counter names of one driver, written down once while its class loads. */
final class CounterTable {

    private final Map<String, CounterKind> kinds = new LinkedHashMap<>();

    @Nullable
    CounterKind find(String name) {
        return kinds.get(name);
    }

    Set<String> names() {
        return kinds.keySet();
    }

    CounterTable wraps(int width, CounterClass counterClass, String unit, String name, String description) {
        return add(name, counterClass, Behaviour.WRAPS, width, unit, description);
    }

    CounterTable saturates(int width, CounterClass counterClass, String unit, String name, String description) {
        return add(name, counterClass, Behaviour.SATURATES, width, unit, description);
    }

    /** Several names that mean the same but for the detail their name tells. */
    CounterTable alike(int width, CounterClass counterClass, String unit, String description, String... names) {
        for (String name : names) {
            wraps(width, counterClass, unit, name, description);
        }
        return this;
    }

    CounterTable gauges(String unit, String description, String... names) {
        for (String name : names) {
            add(name, CounterClass.OTHER, Behaviour.GAUGE, 64, unit, description);
        }
        return this;
    }

    CounterTable setting(String unit, String name, String description) {
        return add(name, CounterClass.OTHER, Behaviour.SETTING, 64, unit, description);
    }

    private CounterTable add(
            String name, CounterClass counterClass, Behaviour behaviour, int width, String unit, String description) {
        CounterKind before = kinds.put(name, new CounterKind(name, counterClass, behaviour, width, unit, description));
        if (before != null) {
            throw new IllegalStateException("The counter " + name + " is in its table twice.");
        }
        return this;
    }
}
