// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import java.util.Locale;

/**
 * The promise to take a change back unless somebody confirms it.
 *
 * @param change that is confirmed or taken back
 * @param withinMillis how long somebody has for that
 * @param deadlineMillis epoch milliseconds at which it is taken back
 * @param guard the evidence that takes it back earlier, as words; {@code ""} for none
 * @param baseline the evidence before the change, as text; {@code ""} for none
 */
public record Confirmation(
        ChangeRecord change, long withinMillis, long deadlineMillis, String guard, String baseline, State state) {

    /** How it ended. */
    public enum State {
        /** It has not. */
        WAITING,
        CONFIRMED,
        REVERTED,
        /** There is nothing to take back: the change did not happen, or a reset forgot it. */
        VOID;

        /** As it is shown. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** With who or what ended it, for people. */
        String told(String by) {
            return switch (this) {
                case WAITING -> "waits for its confirmation";
                case CONFIRMED -> "confirmed by " + by;
                case REVERTED, VOID -> label() + ": " + by;
            };
        }

        static State of(String label) {
            return valueOf(label.toUpperCase(Locale.ROOT));
        }
    }
}
