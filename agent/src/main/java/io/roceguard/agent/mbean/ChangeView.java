// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.control.ChangeResult;
import io.roceguard.register.RegisterField;
import java.time.Instant;
import java.util.List;

/**
 * A change that was made, as open data.
 *
 * @param change its number in the history
 * @param nic RDMA device name
 * @param kind {@code apply} or {@code rollback}
 * @param outcome {@code verified}; a change that is not verified is an exception instead
 * @param message one sentence
 * @param words the SET, {@code 0x10000001} and so on
 * @param selects the select bits that it carries, by name
 * @param changed {@code time_base 4 -> 8}
 * @param changedByOthers what somebody else changed meanwhile, in the same form
 * @param mlxreg commands that send the same SET
 * @param confirmUntil when it is taken back unless it is confirmed, ISO 8601 in UTC; {@code ""} for never
 * @param repeated true when the same request was made before, and nothing was sent now
 * @param caller on whose behalf, {@code alice via http}
 */
public record ChangeView(
        long change,
        String nic,
        String kind,
        String outcome,
        String message,
        List<String> words,
        List<String> selects,
        List<String> changed,
        List<String> changedByOthers,
        List<String> mlxreg,
        String confirmUntil,
        boolean repeated,
        String caller) {

    static ChangeView of(ChangeResult result, String caller) {
        return new ChangeView(
                result.record().id(),
                result.plan().nic(),
                result.record().intent().kind().label(),
                "verified",
                result.message(),
                result.plan().edit().image().hexWords(),
                result.plan().edit().selects().stream().map(RegisterField::name).toList(),
                result.changed(),
                result.changedByOthers(),
                result.plan().mlxreg(),
                result.confirmation()
                        .map(waiting ->
                                Instant.ofEpochMilli(waiting.deadlineMillis()).toString())
                        .orElse(""),
                result.repeated(),
                caller);
    }
}
