// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.NicSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Prometheus page, made of the latest snapshots. Nothing here touches a NIC, and all lines of a NIC are of one
 * snapshot. Thread-safe.
 */
public final class Metrics {

    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final NicSnapshots nics;
    private final String version;
    private final Clock clock;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /** Holds each value strongly: Micrometer refers to them weakly and would freeze or lose them. */
    private final Map<Series, Line> lines = new HashMap<>();

    /**
     * @param version of this daemon, for {@code roceguard_build_info}
     * @param clock to tell the age of a snapshot
     */
    public Metrics(NicSnapshots nics, String version, Clock clock) {
        this.nics = nics;
        this.version = version;
        this.clock = clock;
    }

    /** The content type of {@link #scrape}. */
    public static String contentType(boolean openMetrics) {
        return openMetrics ? OPEN_METRICS : TEXT;
    }

    /**
     * The page as of now, UTF-8.
     *
     * @param openMetrics OpenMetrics 1.0 instead of Prometheus text 0.0.4
     */
    public synchronized byte[] scrape(boolean openMetrics) {
        update();
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        try {
            registry.scrape(page, contentType(openMetrics));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return page.toByteArray();
    }

    /** Takes over the latest snapshots; the registry changes only where lines come or go. */
    private void update() {
        long nowMillis = clock.millis();
        Map<Series, Double> current = new LinkedHashMap<>();
        current.put(new Series(Family.BUILD_INFO, List.of(version)), 1.0);
        for (NicSnapshot nic : nics.all()) {
            current.putAll(NicSeries.of(nic, nowMillis));
        }
        lines.entrySet().removeIf(line -> {
            boolean gone = !current.containsKey(line.getKey());
            if (gone) {
                registry.remove(line.getValue().meter);
            }
            return gone;
        });
        current.forEach((series, value) ->
                lines.computeIfAbsent(series, added -> new Line(added, registry)).value = value);
    }

    /** The number that a meter reads. A counter that is negative would break the whole page, so it is 0 then. */
    private static final class Line {
        private final Meter meter;
        private volatile double value;

        Line(Series series, PrometheusMeterRegistry registry) {
            Family family = series.family();
            meter = family.counts()
                    ? FunctionCounter.builder(family.meterName(), this, line -> Math.max(0, line.value))
                            .description(family.help())
                            .tags(series.tags())
                            .register(registry)
                    : Gauge.builder(family.meterName(), this, line -> line.value)
                            .description(family.help())
                            .tags(series.tags())
                            .strongReference(true)
                            .register(registry);
        }
    }
}
