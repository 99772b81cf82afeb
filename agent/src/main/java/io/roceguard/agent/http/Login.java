// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import io.roceguard.agent.access.Caller;

/** What became of the credentials of a request. */
sealed interface Login {

    record Known(Caller caller) implements Login {}

    /**
     * @param presented whether there were credentials, which then were wrong
     * @param reason a full sentence
     */
    record Refused(boolean presented, String reason) implements Login {}

    /**
     * They could not be looked at, and may be right.
     *
     * @param reason a full sentence
     */
    record Busy(String reason) implements Login {}
}
