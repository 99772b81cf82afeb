// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.control.ChangePlan;
import io.roceguard.agent.store.ChangeIntent;
import io.roceguard.agent.store.ChangeRecord;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change in the journal, as open data.
 *
 * @param change its number
 * @param begun when, ISO 8601 in UTC
 * @param begunMillis the same as epoch milliseconds
 * @param durationMillis until its outcome was known, null as long as it is not
 * @param nic its name at that time
 * @param stableId PCI address and node GUID
 * @param kind {@code apply}, {@code rollback}, {@code revert} or {@code enforce}
 * @param undoes the change that it took back, null for none
 * @param outcome {@code verified}, {@code not_taken}, {@code failed}, {@code unverified}, {@code unknown}, {@code not_sent},
 *     {@code lost} or {@code intent}
 * @param caller user name
 * @param channel {@code http}, {@code jmx}, {@code local} or {@code daemon}
 * @param client what the caller said of itself, {@code ""} for nothing
 * @param reason why, {@code ""} when none was given
 * @param assignments {@code time_base=4,...}
 * @param changed {@code time_base 4 -> 8}
 * @param words the SET
 * @param request the client's id of its request, null when it gave none
 * @param message what came of it
 * @param confirmation where it had to be confirmed, whether it waits or how that ended: {@code confirmed by alice via http},
 *     {@code reverted: revert 13}; {@code ""} where it had not
 */
public record HistoryView(
        long change,
        String begun,
        long begunMillis,
        @Nullable Long durationMillis,
        String nic,
        String stableId,
        String kind,
        @Nullable Long undoes,
        String outcome,
        String caller,
        String channel,
        String client,
        String reason,
        String assignments,
        List<String> changed,
        String words,
        @Nullable String request,
        String message,
        String confirmation) {

    public static HistoryView of(ChangeRecord record, String confirmation) {
        ChangeIntent intent = record.intent();
        Long ended = record.endedMillis();
        return new HistoryView(
                record.id(),
                Instant.ofEpochMilli(intent.begunMillis()).toString(),
                intent.begunMillis(),
                ended == null ? null : (Long) (ended - intent.begunMillis()),
                intent.nic(),
                intent.stableId(),
                intent.kind().label(),
                intent.undoes(),
                record.outcome().label(),
                intent.caller(),
                intent.channel(),
                intent.client(),
                intent.reason(),
                intent.assignments(),
                ChangePlan.differences(intent.before(), record.left(), record.written()),
                intent.words().toString(),
                intent.request(),
                record.message(),
                confirmation);
    }
}
