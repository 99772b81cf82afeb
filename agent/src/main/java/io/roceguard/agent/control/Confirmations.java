// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.store.ChangeJournal;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.agent.store.Confirmation;
import io.roceguard.agent.store.Confirmation.State;
import io.roceguard.register.Restoration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which changes wait for a confirmation, at most one of each NIC. The time runs on the monotonic clock; after a restart it
 * goes on from what is on disk, and never lasts longer than it was given. Thread-safe.
 */
final class Confirmations {

    private static final Logger LOG = System.getLogger(Confirmations.class.getName());

    /** One that waits, and how far taking it back has come. */
    private static final class Waiting {
        private final Confirmation confirmation;
        private final long deadlineNanos;
        private boolean reverting;
        private @Nullable ChangeRecord takenBack;
        private String problem = "";
        private int failures;
        private long retryNanos;

        Waiting(Confirmation confirmation, long deadlineNanos) {
            this.confirmation = confirmation;
            this.deadlineNanos = deadlineNanos;
            this.retryNanos = deadlineNanos;
        }
    }

    private static final long FIRST_RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_DOUBLINGS = 8;

    private final ChangeJournal journal;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final Map<String, Waiting> byNic = new ConcurrentHashMap<>();

    Confirmations(ChangeJournal journal, InstantSource clock, LongSupplier nanoClock) {
        this.journal = journal;
        this.clock = clock;
        this.nanoClock = nanoClock;
    }

    /**
     * Takes over what an earlier daemon left. A reboot has forgotten the changes themselves, so nothing is left to take back.
     *
     * @throws IOException when the journal cannot be read
     */
    void load() throws IOException {
        for (Confirmation waiting : journal.waiting()) {
            if (waiting.change().boot().equals(journal.boot())) {
                LOG.log(
                        Level.WARNING,
                        "Change {0} of {1} still waits for its confirmation.",
                        waiting.change().id(),
                        waiting.change().intent().nic());
                add(waiting);
            } else {
                journal.endConfirmation(waiting.change().id(), State.VOID, "reboot of the host", clock.millis());
            }
        }
    }

    synchronized void add(Confirmation waiting) {
        long left = Math.max(0, Math.min(waiting.deadlineMillis() - clock.millis(), waiting.withinMillis()));
        byNic.put(
                waiting.change().intent().stableId(),
                new Waiting(waiting, nanoClock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(left)));
    }

    /** What waits on that NIC, as it is now. */
    synchronized Optional<WaitingChange> of(String stableId) {
        return Optional.ofNullable(byNic.get(stableId)).map(this::view);
    }

    private WaitingChange view(Waiting waiting) {
        long left = Math.max(0, TimeUnit.NANOSECONDS.toMillis(waiting.deadlineNanos - nanoClock.getAsLong()));
        String state = waiting.reverting ? "reverting" : waiting.problem.isEmpty() ? "waiting" : waiting.problem;
        return new WaitingChange(waiting.confirmation, left, state, undo(waiting.confirmation));
    }

    private static String undo(Confirmation confirmation) {
        Restoration undo = PlanReview.undo(ChangePlan.of(confirmation.change()));
        String sets = undo.nothingToDo() ? "Nothing would be set." : "Sets " + undo.assignments() + ".";
        return undo.cannot().isEmpty() ? sets : sets + " " + String.join(" ", undo.cannot());
    }

    /** Whether the time has come, or another try has. */
    synchronized boolean isDue(String stableId) {
        Waiting waiting = byNic.get(stableId);
        return waiting != null && !waiting.reverting && nanoClock.getAsLong() - waiting.retryNanos >= 0;
    }

    /**
     * Keeps the change that waits.
     *
     * @throws ChangeRefusedException when none waits, it is being taken back, or what became of a change is not known yet
     * @throws UncheckedIOException when it cannot be written down; it goes on waiting
     */
    synchronized Confirmation confirm(String nic, String stableId, Caller caller) {
        Waiting waiting = byNic.get(stableId);
        if (waiting == null) {
            throw new ChangeRefusedException("No change of " + nic + " waits for a confirmation.");
        }
        long id = waiting.confirmation.change().id();
        if (waiting.reverting || waiting.failures > 0) {
            throw new ChangeRefusedException("Change " + id + " of " + nic
                    + " is being taken back, its time is over. Apply it again if it is still wanted.");
        }
        checkKnown(nic, stableId);
        boolean ended;
        try {
            ended = end(stableId, State.CONFIRMED, caller.toString());
        } catch (IOException failed) {
            throw goesOnWaiting(failed);
        }
        if (!ended) {
            throw new ChangeRefusedException(
                    "Change " + id + " of " + nic + " does not wait for a confirmation any more: it was taken back.");
        }
        LOG.log(Level.INFO, "Change {0} of {1} is confirmed ({2}).", id, nic, caller);
        return waiting.confirmation;
    }

    /** What was killed half-way may have been the change that waits, or have taken it back already. */
    private void checkKnown(String nic, String stableId) {
        List<ChangeRecord> open;
        try {
            open = journal.open(stableId);
        } catch (IOException failed) {
            throw goesOnWaiting(failed);
        }
        if (!open.isEmpty()) {
            throw new ChangeRefusedException(
                    "What became of change " + open.get(0).id() + " of " + nic
                            + " is not known before its register has been read again. Try again then.");
        }
    }

    /** Marks that it is being taken back from now on, so that nobody can confirm it; empty when none waits. */
    synchronized Optional<Confirmation> beginRevert(String stableId) {
        Waiting waiting = byNic.get(stableId);
        if (waiting == null || waiting.reverting) {
            return Optional.empty();
        }
        waiting.reverting = true;
        return Optional.of(waiting.confirmation);
    }

    /** It is taken back, and only that is not written down. */
    synchronized void tookBack(String stableId, ChangeRecord revert) {
        Waiting waiting = byNic.get(stableId);
        if (waiting != null) {
            waiting.takenBack = revert;
        }
    }

    /** The change that has taken back what waits on that NIC, of which the journal does not know yet. */
    synchronized Optional<ChangeRecord> takenBack(String stableId) {
        return Optional.ofNullable(byNic.get(stableId)).map(waiting -> waiting.takenBack);
    }

    /** It could not be taken back, or that could not be written down, and is tried again after a while. */
    synchronized void revertFailed(String stableId, String reason) {
        Waiting waiting = byNic.get(stableId);
        if (waiting != null) {
            ChangeRecord done = waiting.takenBack;
            String problem = done == null ? reason : done.message() + " That is not written down yet: " + reason;
            if (!problem.equals(waiting.problem)) {
                LOG.log(
                        Level.ERROR,
                        "Change {0} of {1} {2}: {3}",
                        waiting.confirmation.change().id(),
                        waiting.confirmation.change().intent().nic(),
                        done == null
                                ? "could not be taken back and is tried again"
                                : "was taken back, which goes into the journal as soon as it can be written",
                        problem);
            }
            waiting.reverting = false;
            waiting.problem = problem;
            waiting.retryNanos =
                    nanoClock.getAsLong() + (FIRST_RETRY_NANOS << Math.min(waiting.failures, MOST_DOUBLINGS));
            waiting.failures++;
        }
    }

    /**
     * Forgets what the journal says waits no more: the outcome of a change that was open can end the wait.
     *
     * @throws IOException when the journal cannot be read
     */
    synchronized void follow(String stableId) throws IOException {
        Waiting waiting = byNic.get(stableId);
        if (waiting == null) {
            return;
        }
        long id = waiting.confirmation.change().id();
        if (journal.waiting().stream().noneMatch(still -> still.change().id() == id)) {
            byNic.remove(stableId);
        }
    }

    /** It waits no more, and that is written down already. */
    synchronized void forget(String stableId) {
        byNic.remove(stableId);
    }

    /**
     * It waits no more, and that is written down now.
     *
     * @return false when its wait had ended before
     * @throws IOException when it cannot be written down; it goes on waiting
     */
    synchronized boolean end(String stableId, State state, String by) throws IOException {
        @Nullable Waiting waiting = byNic.get(stableId);
        if (waiting == null) {
            return false;
        }
        boolean ended = journal.endConfirmation(waiting.confirmation.change().id(), state, by, clock.millis());
        byNic.remove(stableId);
        return ended;
    }

    private static UncheckedIOException goesOnWaiting(IOException failed) {
        return new UncheckedIOException(failed.getMessage() + ". The change goes on waiting.", failed);
    }
}
