// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

/** What one counter did between two readings. A first reading, a reset and a saturated counter are no movement. */
public sealed interface CounterDelta {

    /** How much it surely counted; 0 where that is unknown. */
    long delta();

    /**
     * A baseline: the first reading, or the first one after it could not be read. Whatever the value, it says nothing
     * about now.
     *
     * @param value as read
     */
    record First(long value) implements CounterDelta {
        @Override
        public long delta() {
            return 0;
        }
    }

    /**
     * It counted, perhaps over its end.
     *
     * @param delta 0 or more
     */
    record Moved(long delta) implements CounterDelta {}

    /**
     * It fell and no wrap explains that: the driver was reloaded, the firmware reset, or somebody cleared it.
     *
     * @param from the reading before
     * @param to this reading, the new baseline
     */
    record Reset(long from, long to) implements CounterDelta {
        @Override
        public long delta() {
            return 0;
        }
    }

    /**
     * It stands at its highest value and does not count until somebody clears it.
     *
     * @param delta what it still counted on its way there, so at least so many; 0 when it stood there before
     */
    record Saturated(long delta) implements CounterDelta {}
}
