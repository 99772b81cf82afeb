// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent;

import io.roceguard.agent.http.MetricsSource;
import io.roceguard.agent.metrics.Metrics;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Loads Micrometer at the first scrape: it takes longer than the rest of the start. */
final class LazyMetrics implements MetricsSource {

    private final Supplier<Metrics> maker;
    private @Nullable Metrics metrics;

    LazyMetrics(Supplier<Metrics> maker) {
        this.maker = maker;
    }

    private synchronized Metrics metrics() {
        Metrics made = metrics;
        if (made == null) {
            made = maker.get();
            metrics = made;
        }
        return made;
    }

    @Override
    public byte[] scrape(boolean openMetrics) {
        return metrics().scrape(openMetrics);
    }
}
