// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

/**
 * How reaching a NIC goes.
 *
 * @param ok false while the worker is stuck or the NIC could not be read at all
 * @param state {@code ok}, {@code starting}, {@code unreachable (call pending 42 s)}, or the error as a sentence
 * @param sinceMillis epoch milliseconds since when the state is what it is
 * @param polledMillis epoch milliseconds of the last finished poll, 0 before the first
 * @param pollNanos how long that poll took
 * @param polls finished polls since the NIC was found
 */
public record NicHealth(boolean ok, String state, long sinceMillis, long polledMillis, long pollNanos, long polls) {

    /** The state of a NIC that was not polled yet. */
    public static final String STARTING = "starting";

    NicHealth failing(String newState, long newSinceMillis) {
        return new NicHealth(false, newState, newSinceMillis, polledMillis, pollNanos, polls);
    }
}
