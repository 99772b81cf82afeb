// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.store.ChangeJournal;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.device.NicIdentity;
import io.roceguard.register.Assignment;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.Restoration;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way back to a state that the journal knows: every field that changes of RoceGuard have written since gets the value
 * that it had. Fields that none of them wrote are somebody else's and stay.
 *
 * @param undoes the earliest change that is taken back
 * @param assignments to send
 * @param cannot what no assignment brings back
 */
record Rollback(long undoes, List<Assignment> assignments, List<String> cannot) {

    /**
     * @param to number of a change: the state that it left; null: the state before the latest change
     * @throws ChangeRefusedException when there is no such state, or nothing to do
     */
    static Rollback of(ChangeJournal journal, NicIdentity nic, @Nullable Long to, RegisterImage now)
            throws IOException {
        RegisterImage target;
        List<ChangeRecord> since;
        if (to == null) {
            ChangeRecord latest = journal.latest(nic.stableId(), ChangeJournal.MOST).stream()
                    .filter(change -> change.outcome().mayHaveChanged())
                    .findFirst()
                    .orElseThrow(() -> new ChangeRefusedException(
                            "No change of " + nic.name() + " is in the history. Nothing was sent."));
            target = latest.intent().before();
            since = List.of(latest);
        } else {
            ChangeRecord reached = journal.find(to)
                    .filter(change -> change.intent().stableId().equals(nic.stableId()))
                    .filter(change -> change.outcome().mayHaveChanged())
                    .orElseThrow(() -> new ChangeRefusedException("Change " + to + " is none of " + nic.name()
                            + " that took effect; see roceguard history " + nic.name() + ". Nothing was sent."));
            target = reached.left();
            since = journal.after(nic.stableId(), to).stream()
                    .filter(change -> change.outcome().mayHaveChanged())
                    .toList();
        }
        return to(nic, target, since, now);
    }

    private static Rollback to(NicIdentity nic, RegisterImage target, List<ChangeRecord> since, RegisterImage now) {
        Set<RegisterField> written = new LinkedHashSet<>();
        since.forEach(change -> written.addAll(change.written()));
        Restoration back = Restoration.to(target, written, now);
        if (back.nothingToDo()) {
            throw new ChangeRefusedException("There is nothing to roll back: what was changed on " + nic.name()
                    + " since then reads as it did. " + String.join(" ", back.cannot()) + " Nothing was sent.");
        }
        return new Rollback(since.get(0).id(), back.assignments(), back.cannot());
    }
}
