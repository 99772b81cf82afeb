// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import io.roceguard.agent.access.Caller;

/** Names the paths to whoever opens the bare address. */
final class FrontPage implements Endpoint {

    private static final String TEXT = """
            RoceGuard: RoCE adaptive retransmission on ConnectX NICs

            /jolokia/       JMX as JSON (Jolokia 2), for example /jolokia/list/io.roceguard?maxDepth=2
                            or /jolokia/read/io.roceguard:type=Daemon
            /metrics        metrics for Prometheus
            /health/live    200 while the daemon runs
            /health/ready   200 once every NIC is watched, 503 and the reasons before
            """;

    @Override
    public boolean open() {
        return true;
    }

    @Override
    public Response answer(Request request, Caller caller) {
        return Response.text(200, TEXT);
    }
}
