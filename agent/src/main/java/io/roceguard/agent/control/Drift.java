// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import java.util.List;
import java.util.Locale;

/**
 * How a NIC stands to its desired state.
 *
 * @param differences {@code time_base 4 -> 8}: from what is to what is wanted
 * @param cause what happened before it drifted, as far as it can be told; {@code ""} when it did not
 * @param rounds how often it was set again and did not stay
 * @param message the state in a sentence
 */
public record Drift(
        DesiredState desired, State state, List<String> differences, String cause, int rounds, String message) {

    /** How it stands. */
    public enum State {
        AS_DESIRED,
        /** It differs, and is only observed. */
        DRIFTED,
        /** It differs, and is set again. */
        ENFORCING,
        /** Somebody else sets it otherwise again and again; it is not set any more. */
        CONTENDED,
        /** This device does not take it, or the profile has errors or warnings nobody accepted. */
        IMPOSSIBLE,
        /** The register cannot be read. */
        UNKNOWN;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Drift {
        differences = List.copyOf(differences);
    }
}
