// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import io.roceguard.agent.access.Caller;
import java.util.List;

/** 200 when nothing is in the way, else 503 and a line for each obstacle. */
final class ReadyEndpoint implements Endpoint {

    private final ReadinessSource readiness;

    ReadyEndpoint(ReadinessSource readiness) {
        this.readiness = readiness;
    }

    @Override
    public boolean open() {
        return true;
    }

    @Override
    public Response answer(Request request, Caller caller) {
        List<String> obstacles = readiness.obstacles();
        return obstacles.isEmpty() ? Response.text(200, "ready") : Response.text(503, String.join("\n", obstacles));
    }
}
