// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import io.roceguard.agent.access.Caller;
import java.util.Locale;

/** Metrics in the Prometheus text format, or in OpenMetrics for a client that accepts it. */
final class MetricsEndpoint implements Endpoint {

    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final MetricsSource source;

    MetricsEndpoint(MetricsSource source) {
        this.source = source;
    }

    @Override
    public Response answer(Request request, Caller caller) {
        boolean openMetrics =
                request.header("Accept").orElse("").toLowerCase(Locale.ROOT).contains("application/openmetrics-text");
        return new Response(200, openMetrics ? OPEN_METRICS : PROMETHEUS, source.scrape(openMetrics));
    }
}
