// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.sim.Scenario.Load;
import io.roceguard.text.YamlNode;
import java.time.Duration;

/**
 * A scenario as people write it:
 *
 * <pre>
 * normal: {requests: 80000, tail_losses: 5}
 * disturbed: {requests: 20000, cnps: 900}
 * period: 2m
 * disturbance: 6s
 * link_down: true
 * outage_queue_pairs: 32
 * round_trip: 12us
 * </pre>
 *
 * Everything but {@code normal} may be left away.
 */
final class ScenarioFile {

    private static final long MOST = 1_000_000_000_000L;
    private static final int MOST_QUEUE_PAIRS = 1_000_000;

    private ScenarioFile() {}

    /** @throws io.roceguard.text.TextException with the position and the nearest valid name */
    static Scenario read(String source, String text) {
        YamlNode root = YamlNode.parse(source, text)
                .mapping(
                        "normal",
                        "disturbed",
                        "period",
                        "disturbance",
                        "link_down",
                        "outage_queue_pairs",
                        "round_trip");
        Load normal = load(root.required("normal"));
        Duration period = root.opt("period").map(YamlNode::duration).orElse(Duration.ofMinutes(1));
        Duration disturbance = root.opt("disturbance").map(YamlNode::duration).orElse(Duration.ZERO);
        if (disturbance.multipliedBy(4).compareTo(period.multipliedBy(3)) > 0) {
            throw root.required("disturbance").fail("disturbance must be at most three quarters of period.");
        }
        return new Scenario(
                source,
                normal,
                root.opt("disturbed").map(ScenarioFile::load).orElse(normal),
                period,
                disturbance,
                root.opt("link_down").map(YamlNode::bool).orElse(false),
                root.opt("outage_queue_pairs")
                        .map(node -> (int) node.integer(0, MOST_QUEUE_PAIRS))
                        .orElse(0),
                root.opt("round_trip").map(YamlNode::duration).orElse(Duration.ofNanos(10_000)));
    }

    private static Load load(YamlNode node) {
        node.mapping("requests", "tail_losses", "gap_losses", "rnr_naks", "cnps");
        return new Load(
                rate(node, "requests"),
                rate(node, "tail_losses"),
                rate(node, "gap_losses"),
                rate(node, "rnr_naks"),
                rate(node, "cnps"));
    }

    private static double rate(YamlNode load, String key) {
        return load.opt(key).map(node -> (double) node.integer(0, MOST)).orElse(0.0);
    }
}
