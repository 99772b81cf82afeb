// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

/** What {@code /metrics} serves. */
@FunctionalInterface
public interface MetricsSource {

    /**
     * All metrics at this moment, UTF-8.
     *
     * @param openMetrics true for OpenMetrics 1.0.0, false for the Prometheus text format 0.0.4
     */
    byte[] scrape(boolean openMetrics);
}
