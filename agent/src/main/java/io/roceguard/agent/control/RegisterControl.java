// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.adp.Finding;
import io.roceguard.agent.access.Caller;
import io.roceguard.agent.poll.NicWatch;
import io.roceguard.agent.poll.PointOfNoReturn;
import io.roceguard.agent.poll.Watcher;
import io.roceguard.agent.store.ChangeIntent;
import io.roceguard.agent.store.ChangeJournal;
import io.roceguard.agent.store.ChangeKind;
import io.roceguard.agent.store.ChangeOutcome;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.agent.store.Confirmation;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.register.Assignment;
import io.roceguard.register.RegisterEditException;
import io.roceguard.register.RegisterImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes ROCE_ACCL: reads the active state and the profile that is rewritten, makes the smallest SET, judges it, writes
 * down who wants it, sends it, reads again and compares. The whole sequence runs on the NIC's worker, so changes of one NIC
 * never overlap.
 */
public final class RegisterControl {

    private static final Logger LOG = System.getLogger(RegisterControl.class.getName());

    private static final String CHANGE = "change of ROCE_ACCL";

    /** GET active, GET profile, SET, GET active. */
    private static final int STEPS = 4;

    private final Watcher watcher;
    private final ChangeJournal journal;
    private final ControlState state;
    private final InstantSource clock;
    private final ChangePlanner planner;

    public RegisterControl(
            Watcher watcher, ChangeJournal journal, ControlState state, InstantSource clock, LongSupplier nanoClock) {
        this.watcher = watcher;
        this.journal = journal;
        this.state = state;
        this.clock = clock;
        this.planner = new ChangePlanner(journal, state.gate(), nanoClock);
    }

    /**
     * What these assignments would do to the latest reading; nothing is changed.
     *
     * @see ChangePlanner#plan
     */
    public PlannedChange plan(String nic, List<Assignment> assignments, Optional<TimingInUse> timing)
            throws NicException {
        return planner.plan(watcher.required(nic), assignments, timing);
    }

    /**
     * What {@link #rollback} would do to the latest reading; nothing is changed.
     *
     * @see ChangePlanner#planRollback
     */
    public PlannedChange planRollback(String nic, @Nullable Long to) throws NicException {
        return planner.planRollback(watcher.required(nic), to);
    }

    /**
     * Sends the smallest SET for these assignments and verifies it.
     *
     * @return verified or not: see {@link ChangeResult#verified()}
     * @throws RegisterEditException when the device does not allow them; nothing was sent
     * @throws ChangeRefusedException when it is not made for another reason; nothing was sent
     * @throws NicException when a reading or the SET failed; the message says whether anything was sent
     * @throws UncheckedIOException when the journal cannot be written; nothing was sent
     */
    public ChangeResult apply(String nic, ChangeRequest request) throws NicException {
        NicWatch watch = watcher.required(nic);
        ChangeGate.checkNic(watch);
        List<TimingInUse> seen = planner.timings(watch);
        PointOfNoReturn point = new PointOfNoReturn();
        return logged(
                nic,
                request.caller(),
                () -> watch.change(CHANGE, STEPS, point, device -> {
                    resolve(device, watch);
                    Optional<ChangeResult> before = earlier(device, request);
                    if (before.isPresent()) {
                        return before.get();
                    }
                    ChangePlan plan = ChangePlan.on(device, request.assignments());
                    ChangeGate.checkPlan(plan, request.plan(), planner.since(request.plan(), plan.before()));
                    state.gate().check(watch.snapshot(), request.assignments(), false);
                    List<Finding> findings = PlanReview.findings(plan, device.identity(), seen);
                    ChangeGate.checkFindings(findings, request.accepted(), "--accept");
                    device.confirmIdentity();
                    point.pass(nic, CHANGE);
                    return make(device, watch, plan, request);
                }));
    }

    /** The result of a request that was made before, as it was then. */
    private Optional<ChangeResult> earlier(Nic device, ChangeRequest request) {
        if (request.request().isEmpty()) {
            return Optional.empty();
        }
        Optional<ChangeRecord> found = Stored.get(
                () -> journal.byRequest(device.identity().stableId(), request.request()), "Nothing was sent.");
        if (found.isPresent() && found.get().outcome() == ChangeOutcome.NOT_SENT) {
            // The daemon ended before it was sent, so the client does well to ask again.
            Stored.get(
                    () -> journal.forgetRequest(found.get().id()),
                    nothingSent(device.identity().name()));
            return Optional.empty();
        }
        return found.map(record -> {
            ChangePlan plan = ChangePlan.of(record);
            String asked = ChangePlan.text(request.assignments());
            if (!asked.equals(record.intent().assignments())) {
                throw new ChangeRefusedException("Request " + request.request()
                        + " was made before for something else ("
                        + record.intent().assignments() + "), as change " + record.id() + ". Nothing was sent.");
            }
            RegisterImage after = record.after();
            if (after == null || !record.outcome().mayHaveChanged()) {
                throw new IllegalStateException("Request " + request.request() + " was made before, as change "
                        + record.id() + ", with the outcome " + record.outcome().label() + ": " + record.message()
                        + " Nothing was sent now.");
            }
            return new ChangeResult(record, plan, after, Optional.empty(), true, "");
        });
    }

    private ChangeResult make(Nic device, NicWatch watch, ChangePlan plan, ChangeRequest request) throws NicException {
        ChangeIntent intent = plan.intent(
                ChangeKind.APPLY,
                null,
                device.identity(),
                request.caller(),
                request.reason(),
                request.assignments(),
                request.request(),
                clock.millis());
        Duration within = request.confirmWithin();
        if (within == null) {
            return state.set().send(device, watch, begin(intent), plan);
        }
        Confirmation waiting = Stored.get(
                () -> journal.begin(
                        intent,
                        within.toMillis(),
                        GuardEvidence.text(request.guard()),
                        state.baseline(plan.stableId()).text()),
                nothingSent(plan.nic()));
        state.confirmations().add(waiting);
        try {
            ChangeResult result = state.set().send(device, watch, waiting.change(), plan);
            return new ChangeResult(
                    result.record(), plan, result.after(), Optional.of(waiting), false, result.journalProblem());
        } catch (NicException | RuntimeException failed) {
            if (JournaledSet.refused(failed)) {
                state.confirmations().forget(plan.stableId());
            }
            throw failed;
        }
    }

    /**
     * Goes back to an earlier state of the register, as far as it allows that. A change that waits for its confirmation is
     * thereby taken back.
     *
     * @param to number of a change: back to the state that it left; null: back to the state before the latest change
     */
    public ChangeResult rollback(String nic, @Nullable Long to, Caller caller, String reason) throws NicException {
        NicWatch watch = watcher.required(nic);
        ChangeGate.checkNic(watch);
        PointOfNoReturn point = new PointOfNoReturn();
        return logged(
                nic,
                caller,
                () -> watch.change(CHANGE, STEPS, point, device -> {
                    resolve(device, watch);
                    RegisterImage now = device.register().get(0);
                    Rollback back =
                            Stored.get(() -> Rollback.of(journal, device.identity(), to, now), nothingSent(nic));
                    state.gate().check(watch.snapshot(), back.assignments(), true);
                    ChangePlan plan = ChangePlan.on(device, now, back.assignments());
                    device.confirmIdentity();
                    point.pass(nic, CHANGE);
                    ChangeRecord begun = begin(plan.intent(
                            ChangeKind.ROLLBACK,
                            back.undoes(),
                            device.identity(),
                            caller,
                            reason,
                            back.assignments(),
                            "",
                            clock.millis()));
                    ChangeResult result = state.set().send(device, watch, begun, plan);
                    if (result.verified()) {
                        state.confirmations().forget(plan.stableId());
                    }
                    return result;
                }));
    }

    /**
     * Keeps the change that waits for it.
     *
     * @throws ChangeRefusedException when none waits, or it is being taken back
     */
    public Confirmation confirm(String nic, Caller caller) {
        String id = watcher.required(nic).snapshot().identity().stableId();
        return state.confirmations().confirm(nic, id, caller);
    }

    /** The change of that NIC that waits for its confirmation. */
    public Optional<WaitingChange> waiting(String nic) {
        return watcher.of(nic)
                .flatMap(now -> state.confirmations().of(now.identity().stableId()));
    }

    /** How that NIC stands to its desired state. */
    public Optional<Drift> drift(String nic) {
        return watcher.of(nic).flatMap(state.enforcement()::drift);
    }

    /**
     * The latest changes, newest first.
     *
     * @param nic name or stable id of a NIC, which may be gone; {@code ""} for all
     */
    public List<ChangeRecord> history(String nic, int limit) {
        String id = watcher.of(nic).map(now -> now.identity().stableId()).orElse(nic);
        return Stored.get(() -> nic.isEmpty() ? journal.latest(limit) : journal.latest(id, limit), "");
    }

    /** Of those of these changes that had to be confirmed, whether they wait or how that ended, by their numbers. */
    public Map<Long, String> waits(List<ChangeRecord> changes) {
        long oldest = changes.stream().mapToLong(ChangeRecord::id).min().orElse(Long.MAX_VALUE);
        return Stored.get(() -> journal.waits(oldest), "");
    }

    /** Reads the active state now and publishes it. */
    public RegisterImage refresh(String nic) throws NicException {
        NicWatch watch = watcher.required(nic);
        return watch.call("GET ROCE_ACCL", 1, device -> {
            RegisterImage image = device.register().get(0);
            watch.sawRegister(image);
            return image;
        });
    }

    private void resolve(Nic device, NicWatch watch) throws NicException {
        try {
            state.open().resolve(device, watch);
        } catch (IOException failed) {
            throw new UncheckedIOException(
                    failed.getMessage() + ". " + nothingSent(device.identity().name()), failed);
        }
    }

    private ChangeRecord begin(ChangeIntent intent) {
        return Stored.get(() -> journal.begin(intent), nothingSent(intent.nic()));
    }

    private static String nothingSent(String nic) {
        return "Nothing was sent to " + nic + ".";
    }

    private interface Change {
        ChangeResult make() throws NicException;
    }

    private static ChangeResult logged(String nic, Caller caller, Change change) throws NicException {
        try {
            ChangeResult result = change.make();
            LOG.log(Level.INFO, "{0} ({1})", result.message(), caller);
            return result;
        } catch (RegisterEditException | ChangeRefusedException refused) {
            LOG.log(Level.INFO, "Refused a change of {0} ({1}): {2}", nic, caller, refused.getMessage());
            throw refused;
        }
    }
}
