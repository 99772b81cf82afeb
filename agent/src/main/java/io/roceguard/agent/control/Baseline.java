// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.diagnosis.Evidence;
import io.roceguard.diagnosis.SpuriousRetransmission;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.jr.ob.JSON;

/**
 * The evidence before a change.
 *
 * @param evidence all of it together
 * @param dispersion how much the retransmissions of equal times scatter, over what single events would: 1 or more
 * @param spurious whether there were retransmissions that no loss explains already
 */
record Baseline(Evidence evidence, double dispersion, boolean spurious) {

    static Baseline of(List<Evidence> intervals) {
        return new Baseline(
                intervals.stream().reduce(Evidence.NONE, Evidence::then),
                dispersion(intervals),
                SpuriousRetransmission.seenIn(intervals));
    }

    /** Variance over mean. */
    static double dispersion(List<Evidence> intervals) {
        int n = intervals.size();
        double mean = intervals.stream()
                .mapToLong(Evidence::retransmissions)
                .average()
                .orElse(0);
        if (n < 2 || mean == 0) {
            return 1;
        }
        double squares = intervals.stream()
                .mapToDouble(one -> (one.retransmissions() - mean) * (one.retransmissions() - mean))
                .sum();
        return Math.max(1, squares / (n - 1) / mean);
    }

    /** For the journal: a daemon that is started anew compares with the same. */
    String text() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("nanos", evidence.nanos());
        fields.put("packets", evidence.packets());
        fields.put("retransmissions", evidence.retransmissions());
        fields.put("adaptive", evidence.adaptive());
        fields.put("timeouts", evidence.timeouts());
        fields.put("retry_exceeded", evidence.retryExceeded());
        fields.put("dispersion", dispersion);
        fields.put("spurious", spurious);
        return JSON.std.asString(fields);
    }

    /** @throws IllegalArgumentException when it is no such text */
    static Baseline parse(String text) {
        Map<String, Object> fields = JSON.std.mapFrom(text);
        Evidence evidence = new Evidence(
                number(fields, "nanos").longValue(),
                number(fields, "packets").longValue(),
                number(fields, "retransmissions").longValue(),
                number(fields, "adaptive").longValue(),
                number(fields, "timeouts").longValue(),
                number(fields, "retry_exceeded").longValue());
        return new Baseline(
                evidence, number(fields, "dispersion").doubleValue(), Boolean.TRUE.equals(fields.get("spurious")));
    }

    private static Number number(Map<String, Object> fields, String name) {
        if (fields.get(name) instanceof Number number) {
            return number;
        }
        throw new IllegalArgumentException("The baseline of a guard has no number " + name + ": " + fields);
    }
}
