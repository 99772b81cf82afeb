// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.NicWatch;
import io.roceguard.agent.poll.RegisterState;
import io.roceguard.agent.store.ChangeJournal;
import io.roceguard.device.NicException;
import io.roceguard.register.Assignment;
import io.roceguard.register.RegisterEditException;
import io.roceguard.register.RegisterImage;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Says what changes would do. Nothing is changed. */
final class ChangePlanner {

    /** GET active, GET profile. */
    private static final int STEPS = 2;

    private final ChangeJournal journal;
    private final ChangeGate gate;
    private final TimingsSeen timings;
    private final RememberedPlans plans = new RememberedPlans();

    ChangePlanner(ChangeJournal journal, ChangeGate gate, LongSupplier nanoClock) {
        this.journal = journal;
        this.gate = gate;
        this.timings = new TimingsSeen(nanoClock);
    }

    /** The retry settings that queue pairs of that NIC have. */
    List<TimingInUse> timings(NicWatch watch) {
        return timings.of(watch);
    }

    /** What reads otherwise than when that plan was made. */
    List<String> since(String plan, RegisterImage now) {
        return plans.since(plan, now);
    }

    /**
     * What these assignments would do to the latest reading; nothing is changed. Only a profile that is not active is read
     * for it, and now and then the timing of some queue pairs.
     *
     * @param timing of the queue pairs of interest, empty for those of this NIC
     * @throws RegisterEditException when the device does not allow them
     * @throws NicException when there is no reading, or the profile cannot be read
     */
    PlannedChange plan(NicWatch watch, List<Assignment> assignments, Optional<TimingInUse> timing) throws NicException {
        ChangePlan plan = latest(watch, assignments);
        plans.remember(plan);
        return planned(watch, plan, assignments, timing, false);
    }

    private PlannedChange planned(
            NicWatch watch,
            ChangePlan plan,
            List<Assignment> assignments,
            Optional<TimingInUse> timing,
            boolean endsWaiting) {
        NicSnapshot snapshot = watch.snapshot();
        List<TimingInUse> seen = timing.map(List::of).orElseGet(() -> timings.of(watch));
        return new PlannedChange(
                plan,
                PlanReview.findings(plan, snapshot.identity(), seen),
                seen,
                gate.obstacle(snapshot, assignments, endsWaiting).orElse(""),
                PlanReview.affected(plan, snapshot),
                PlanReview.cannotUndo(plan),
                true);
    }

    private static ChangePlan latest(NicWatch watch, List<Assignment> assignments) throws NicException {
        if (!(watch.snapshot().register() instanceof RegisterState.Known known)) {
            return watch.call("plan for ROCE_ACCL", STEPS, device -> ChangePlan.on(device, assignments));
        }
        if (ChangePlan.needsAnotherProfile(known.image(), assignments)) {
            return watch.call("plan for ROCE_ACCL", 1, device -> ChangePlan.on(device, known.image(), assignments));
        }
        return ChangePlan.of(watch.snapshot().identity(), known.image(), assignments);
    }

    /**
     * What going back would do to the latest reading; nothing is changed.
     *
     * @param to number of a change: back to the state that it left; null: back to the state before the latest change
     * @throws ChangeRefusedException when there is no such state, nothing to do, or no reading
     */
    PlannedChange planRollback(NicWatch watch, @Nullable Long to) throws NicException {
        if (!(watch.snapshot().register() instanceof RegisterState.Known known)) {
            throw new ChangeRefusedException(
                    "The register of " + watch.snapshot().name() + " is not known.");
        }
        Rollback back = Stored.get(() -> Rollback.of(journal, watch.snapshot().identity(), to, known.image()), "");
        ChangePlan plan = latest(watch, back.assignments());
        PlannedChange planned = planned(watch, plan, back.assignments(), Optional.empty(), true);
        return new PlannedChange(
                plan,
                planned.findings(),
                planned.timings(),
                planned.obstacle(),
                planned.affected(),
                back.cannot(),
                false);
    }
}
