// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

/**
 * What one counter name means for one driver.
 *
 * @param name as the kernel spells it
 * @param counterClass what it is evidence of
 * @param behaviour how its value moves
 * @param width bits in the device: 32 or 64 (PMA error counters have fewer and saturate; then the saturated value counts)
 * @param unit of one step: {@code packets}, {@code 4-byte words}, {@code events}, {@code ms}
 * @param description one full ASCII sentence
 */
public record CounterKind(
        String name, CounterClass counterClass, Behaviour behaviour, int width, String unit, String description) {

    /** How a value moves. */
    public enum Behaviour {
        /** Counts up and starts again at 0 after its width. */
        WRAPS,
        /** Counts up and stays at its highest value. */
        SATURATES,
        /** Goes up and down. */
        GAUGE,
        /** Is set by somebody and not a measurement at all ({@code lifespan}). */
        SETTING
    }

    /** True where differences of two readings mean something. */
    public boolean counts() {
        return behaviour == Behaviour.WRAPS || behaviour == Behaviour.SATURATES;
    }

    /** The same under another name. */
    CounterKind named(String otherName) {
        return new CounterKind(otherName, counterClass, behaviour, width, unit, description);
    }
}
