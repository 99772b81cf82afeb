// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.poll.NicWatch;
import io.roceguard.agent.store.ChangeJournal;
import io.roceguard.agent.store.ChangeOutcome;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.register.RegisterImage;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Changes of which only a reading can tell what became of them: the daemon was killed, or the NIC did not answer. The next
 * reading decides, and nothing is sent for it.
 */
final class OpenChanges {

    private static final Logger LOG = System.getLogger(OpenChanges.class.getName());

    private final ChangeJournal journal;
    private final Confirmations confirmations;
    private final InstantSource clock;

    /** NICs that may have some, by stable id; one that is looked at has none any more. */
    private final Set<String> closed = ConcurrentHashMap.newKeySet();

    OpenChanges(ChangeJournal journal, Confirmations confirmations, InstantSource clock) {
        this.journal = journal;
        this.confirmations = confirmations;
        this.clock = clock;
    }

    /** Whether that NIC may have open changes: it was not looked at since the start, or one of its changes ended open. */
    boolean mayHave(String stableId) {
        return !closed.contains(stableId);
    }

    void mayBeOpen(String stableId, boolean isOpen) {
        if (isOpen) {
            closed.remove(stableId);
        }
    }

    /**
     * Reads the register if there are open changes of this NIC, and writes down what became of them. On the worker.
     *
     * @throws NicException when the register cannot be read; they stay open
     * @throws IOException when the journal cannot be read or written; they stay open
     */
    void resolve(Nic device, NicWatch watch) throws NicException, IOException {
        String id = device.identity().stableId();
        if (!mayHave(id)) {
            return;
        }
        List<ChangeRecord> open = journal.open(id);
        if (!open.isEmpty()) {
            RegisterImage now = device.register().get(0);
            for (ChangeRecord change : open) {
                resolve(change, now);
            }
            watch.sawRegister(now);
        }
        confirmations.follow(id);
        closed.add(id);
    }

    private void resolve(ChangeRecord change, RegisterImage now) throws IOException {
        ChangePlan plan = ChangePlan.of(change);
        boolean asBefore = change.written().stream()
                .allMatch(field -> now.get(field) == plan.before().get(field));
        ChangeOutcome outcome;
        String message;
        if (!change.boot().equals(journal.boot())) {
            outcome = ChangeOutcome.LOST;
            message = "The host was rebooted before anybody could read what became of it, and a reboot forgets it.";
        } else if (plan.edit().notTaken(now).isEmpty()) {
            outcome = ChangeOutcome.VERIFIED;
            message = "It took effect, as a later reading shows. " + ChangeResult.outcome(plan, now);
        } else if (asBefore) {
            outcome = ChangeOutcome.NOT_SENT;
            message = "It was not sent or did not take effect, as a later reading shows: the register reads as before.";
        } else {
            outcome = ChangeOutcome.NOT_TAKEN;
            message = "A later reading shows neither what was meant nor what was there before. "
                    + ChangeResult.outcome(plan, now);
        }
        journal.end(change, outcome, now, message, clock.millis());
        LOG.log(
                Level.WARNING,
                "Change {0} of {1}: {2}",
                change.id(),
                change.intent().nic(),
                message);
    }
}
