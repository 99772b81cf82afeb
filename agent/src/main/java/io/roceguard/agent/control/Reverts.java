// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.poll.NicWatch;
import io.roceguard.agent.store.ChangeIntent;
import io.roceguard.agent.store.ChangeJournal;
import io.roceguard.agent.store.ChangeKind;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.agent.store.Confirmation;
import io.roceguard.agent.store.Confirmation.State;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.Restoration;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Takes changes back that nobody confirmed. Only what still reads as the change left it is taken back, so that it happens
 * once however often it is begun. On the NIC's worker.
 */
final class Reverts {

    private static final Logger LOG = System.getLogger(Reverts.class.getName());

    private final ChangeJournal journal;
    private final OpenChanges open;
    private final Confirmations confirmations;
    private final JournaledSet set;
    private final ControlListener listener;
    private final InstantSource clock;

    Reverts(
            ChangeJournal journal,
            OpenChanges open,
            Confirmations confirmations,
            JournaledSet set,
            ControlListener listener,
            InstantSource clock) {
        this.journal = journal;
        this.open = open;
        this.confirmations = confirmations;
        this.set = set;
        this.listener = listener;
        this.clock = clock;
    }

    /** @param why for the journal: {@code not confirmed within 5 min} */
    void revert(Nic device, NicWatch watch, String why) {
        String id = device.identity().stableId();
        Optional<Confirmation> waiting = confirmations.beginRevert(id);
        if (waiting.isEmpty()) {
            return;
        }
        try {
            revert(device, watch, waiting.get(), why);
        } catch (NicException | IOException | RuntimeException failed) {
            confirmations.revertFailed(id, String.valueOf(failed.getMessage()));
        }
    }

    private void revert(Nic device, NicWatch watch, Confirmation waiting, String why) throws NicException, IOException {
        String id = device.identity().stableId();
        Optional<ChangeRecord> done = confirmations.takenBack(id);
        if (done.isPresent()) {
            writeDown(id, done.get());
            return;
        }
        ChangeRecord change = asKnown(device, watch, waiting.change());
        if (confirmations.of(id).isEmpty()) {
            return;
        }
        if (!change.outcome().mayHaveChanged()) {
            confirmations.forget(id);
            return;
        }
        RegisterImage now = device.register().get(0);
        Restoration undo = Restoration.undo(change.intent().before(), change.left(), change.written(), now);
        if (undo.nothingToDo()) {
            String left = undo.leftToOthers().isEmpty()
                    ? "nothing was left to take back"
                    : "somebody else has written since: "
                            + undo.leftToOthers().stream()
                                    .map(field -> field.name() + " reads " + now.get(field))
                                    .collect(Collectors.joining(", "));
            confirmations.end(id, State.REVERTED, why + "; " + left);
            String message = Character.toUpperCase(left.charAt(0)) + left.substring(1) + ".";
            LOG.log(
                    Level.WARNING,
                    "Change {0} of {1}: {2}. {3}",
                    change.id(),
                    change.intent().nic(),
                    why,
                    message);
            listener.reverted(device.identity().name(), change, why, message);
            return;
        }
        device.confirmIdentity();
        ChangePlan plan = ChangePlan.on(device, now, undo.assignments());
        ChangeResult result = set.send(device, watch, begin(device, plan, change, undo, why), plan);
        if (!result.verified()) {
            throw new IOException(result.message());
        }
        String message = (result.message() + " " + String.join(" ", undo.cannot())).strip();
        LOG.log(
                Level.WARNING,
                "Change {0} of {1} was taken back: {2}. {3}",
                change.id(),
                change.intent().nic(),
                why,
                message);
        listener.reverted(device.identity().name(), change, why, message);
        if (result.record().isWritten() && result.journalProblem().isEmpty()) {
            confirmations.forget(id);
        } else {
            confirmations.tookBack(id, result.record());
            writeDown(id, result.record());
        }
    }

    /** The journal could not be written when it was taken back. Nothing is sent for it any more. */
    private void writeDown(String id, ChangeRecord done) throws IOException {
        ChangeRecord begun = done;
        if (!done.isWritten()) {
            begun = done.numbered(journal.begin(done.intent()).id());
            confirmations.tookBack(id, begun);
        }
        journal.end(begun, done.outcome(), done.after(), done.message(), clock.millis());
        confirmations.forget(id);
    }

    /** With what became of it, as far as the journal tells: one that cannot be read does not stop a promised revert. */
    private ChangeRecord asKnown(Nic device, NicWatch watch, ChangeRecord change) throws NicException {
        try {
            open.resolve(device, watch);
            return journal.find(change.id()).orElse(change);
        } catch (IOException unread) {
            LOG.log(Level.ERROR, "A change is taken back although the journal cannot be read: " + unread.getMessage());
            return change;
        }
    }

    /**
     * The promise to take the change back is on disk since it was made. So a journal that cannot be written now, as on a full
     * disk, does not stop it.
     */
    private ChangeRecord begin(Nic device, ChangePlan plan, ChangeRecord change, Restoration undo, String why) {
        ChangeIntent intent = plan.intent(
                ChangeKind.REVERT,
                change.id(),
                device.identity(),
                Caller.DAEMON,
                why,
                undo.assignments(),
                "",
                clock.millis());
        try {
            return journal.begin(intent);
        } catch (IOException failed) {
            LOG.log(Level.ERROR, "A change is taken back although that cannot be written down: " + failed.getMessage());
            return ChangeRecord.unwritten(intent, journal.boot());
        }
    }
}
