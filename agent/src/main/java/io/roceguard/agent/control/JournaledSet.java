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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The steps from an intent that is on disk to an outcome that is: SET, read again, compare, write down, publish. On the
 * NIC's worker.
 */
final class JournaledSet {

    private static final Logger LOG = System.getLogger(JournaledSet.class.getName());

    private final ChangeJournal journal;
    private final OpenChanges open;
    private final InstantSource clock;

    JournaledSet(ChangeJournal journal, OpenChanges open, InstantSource clock) {
        this.journal = journal;
        this.open = open;
        this.clock = clock;
    }

    /**
     * @param begun its intent, on disk
     * @throws NicException when the SET or the reading after it failed; the journal then says what is known
     */
    ChangeResult send(Nic device, NicWatch watch, ChangeRecord begun, ChangePlan plan) throws NicException {
        try {
            device.register().set(plan.edit().image());
        } catch (NicException | RuntimeException failed) {
            String message = String.valueOf(failed.getMessage());
            LOG.log(Level.WARNING, message);
            end(begun, refused(failed) ? ChangeOutcome.FAILED : ChangeOutcome.UNKNOWN, null, message);
            throw failed;
        }
        RegisterImage after;
        try {
            after = device.register().get(0);
        } catch (NicException | RuntimeException unread) {
            LOG.log(Level.WARNING, "A SET was accepted and could not be verified: " + unread.getMessage());
            end(begun, ChangeOutcome.UNVERIFIED, null, String.valueOf(unread.getMessage()));
            throw new NicException.Unreachable(
                    plan.nic(),
                    "Verifying the change of ROCE_ACCL",
                    "the SET was accepted, but reading it back failed (" + unread.getMessage() + ")",
                    "Read the register again to know its state.",
                    unread);
        }
        boolean taken = plan.edit().notTaken(after).isEmpty();
        Ended ended = end(
                begun,
                taken ? ChangeOutcome.VERIFIED : ChangeOutcome.NOT_TAKEN,
                after,
                ChangeResult.outcome(plan, after));
        watch.sawRegister(after);
        return new ChangeResult(ended.record(), plan, after, Optional.empty(), false, ended.problem());
    }

    private record Ended(ChangeRecord record, String problem) {}

    /** The outcome is a fact by now, so a journal that cannot be written does not replace it. */
    private Ended end(ChangeRecord begun, ChangeOutcome outcome, @Nullable RegisterImage after, String message) {
        open.mayBeOpen(begun.intent().stableId(), outcome.isOpen());
        if (!begun.isWritten()) {
            return new Ended(ended(begun, outcome, after, message), "It is not in the journal.");
        }
        try {
            return new Ended(journal.end(begun, outcome, after, message, clock.millis()), "");
        } catch (IOException failed) {
            LOG.log(Level.ERROR, "The outcome of change " + begun.id() + " is not in the journal: " + message, failed);
            open.mayBeOpen(begun.intent().stableId(), true);
            return new Ended(
                    ended(begun, outcome, after, message),
                    "The outcome is not in the journal yet (" + failed.getMessage()
                            + "); it is read from the register and written down when that is possible.");
        }
    }

    private ChangeRecord ended(
            ChangeRecord begun, ChangeOutcome outcome, @Nullable RegisterImage after, String message) {
        return new ChangeRecord(begun.id(), begun.intent(), begun.boot(), outcome, after, clock.millis(), message);
    }

    /** Whether it is sure that the SET changed nothing; after any other failure only a reading can tell. */
    static boolean refused(Exception failed) {
        return failed instanceof NicException.Refused
                || failed instanceof NicException.Denied
                || failed instanceof NicException.NotSupported;
    }
}
