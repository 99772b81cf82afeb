// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import io.roceguard.agent.config.DaemonConfig.Poll;
import io.roceguard.text.Excerpt;
import io.roceguard.text.TextException;
import io.roceguard.text.YamlNode;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The section {@code poll}: how often, and how long a call may take. */
final class PollReader {

    private static final String OFF = "off";

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);

    /** Each queue pair costs the firmware a command. */
    private static final Duration SHORTEST_LISTING = Duration.ofSeconds(1);

    /** A change waits for up to four deadlines, and an HTTP response has 60 s. */
    private static final Duration LONGEST_DEADLINE = Duration.ofSeconds(15);

    private PollReader() {}

    static Poll read(YamlNode node) {
        node.mapping("interval", "deadline", "scan", "queue_pairs");
        return new Poll(
                duration(node, "interval", LONGEST_INTERVAL).orElse(ConfigDefaults.POLL.interval()),
                duration(node, "deadline", LONGEST_DEADLINE).orElse(ConfigDefaults.POLL.deadline()),
                duration(node, "scan", LONGEST_INTERVAL).orElse(ConfigDefaults.POLL.scan()),
                queuePairs(node.opt("queue_pairs")));
    }

    private static Optional<Duration> duration(YamlNode poll, String key, Duration longest) {
        return poll.opt(key).map(node -> {
            Duration duration = node.duration();
            if (!within(SHORTEST, duration, longest)) {
                throw node.fail("poll." + key + " must be at least " + SHORTEST.toMillis() + "ms and at most "
                        + longest.toSeconds() + "s.");
            }
            return duration;
        });
    }

    private static @Nullable Duration queuePairs(Optional<YamlNode> node) {
        if (node.isEmpty()) {
            return ConfigDefaults.POLL.queuePairs();
        }
        String text = node.get().string();
        if (text.equalsIgnoreCase(OFF)) {
            return null;
        }
        try {
            Duration duration = node.get().duration();
            if (within(SHORTEST_LISTING, duration, LONGEST_INTERVAL)) {
                return duration;
            }
        } catch (TextException noDuration) {
            // Said below, together with the other word that is taken.
        }
        throw node.get()
                .fail("poll.queue_pairs must be a duration of 1s to 1h with its unit, such as 30s, or off: value="
                        + Excerpt.of(text) + ".");
    }

    private static boolean within(Duration shortest, Duration duration, Duration longest) {
        return duration.compareTo(shortest) >= 0 && duration.compareTo(longest) <= 0;
    }
}
