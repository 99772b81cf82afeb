// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import io.roceguard.agent.access.Caller;
import java.util.Set;

/** What answers below one path. Runs on many threads at once. */
interface Endpoint {

    /** The HTTP methods it takes. */
    default Set<String> methods() {
        return Set.of("GET", "HEAD");
    }

    /** Whether everybody may ask, without being known. */
    default boolean open() {
        return false;
    }

    /** @param caller at least a viewer, unless the endpoint is {@link #open} */
    Response answer(Request request, Caller caller);

    /** The answer to somebody who has not logged in or could not; the router adds the challenge. */
    default Response refuse(Request request, Login.Refused refusal) {
        return Response.text(401, refusal.reason());
    }

    /** The answer to who has to come again later. */
    default Response busy(String reason) {
        return Response.text(429, reason);
    }
}
