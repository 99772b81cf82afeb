// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.poll.QueuePairsState;
import io.roceguard.counter.CounterSample;
import io.roceguard.counter.CounterValue;
import java.util.Set;
import java.util.TreeSet;

/**
 * How well one interface of a NIC can be read.
 *
 * @param part {@code device}, {@code register}, {@code counters port 1}, {@code queue pairs}
 * @param ok false when it cannot be read although it should be
 * @param state {@code ok}, or the reason
 */
public record HealthView(String part, boolean ok, String state) {

    private static final String NO_PMA = "no_pma";

    static HealthView of(String part, String state) {
        return new HealthView(part, state.equals("ok"), state);
    }

    /** Queue pairs that are off or not supported are as they should be. */
    static HealthView ofQueuePairs(QueuePairsState state) {
        String part = "queue pairs";
        return state instanceof QueuePairsState.Unknown unknown
                ? new HealthView(part, !unknown.failed(), unknown.reason())
                : of(part, "ok");
    }

    /** A port without PMA is as its device is; any other counter that cannot be read is worth a look. */
    static HealthView ofCounters(int port, CounterSample sample) {
        String part = "counters port " + port;
        if (sample.hidden() != null) {
            return new HealthView(part, false, sample.hidden());
        }
        Set<String> reasons = new TreeSet<>();
        int unavailable = 0;
        for (CounterValue value : sample.values().values()) {
            if (value instanceof CounterValue.Unavailable why) {
                reasons.add(why.reason());
                unavailable++;
            }
        }
        boolean ok = reasons.stream().allMatch(NO_PMA::equals);
        return unavailable == 0
                ? of(part, "ok")
                : new HealthView(
                        part,
                        ok,
                        unavailable + " of " + sample.values().size() + " counters cannot be read: "
                                + String.join(", ", reasons));
    }
}
