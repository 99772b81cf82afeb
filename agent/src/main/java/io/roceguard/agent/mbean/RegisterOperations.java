// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.access.CurrentCaller;
import io.roceguard.agent.control.ChangeRequest;
import io.roceguard.agent.control.ChangeResult;
import io.roceguard.agent.control.RegisterControl;
import io.roceguard.agent.control.TimingInUse;
import io.roceguard.agent.poll.NicSnapshots;
import io.roceguard.agent.poll.RegisterState;
import io.roceguard.register.Assignment;
import io.roceguard.register.MlxregText;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link RoceAcclMXBean} over snapshots and {@link RegisterControl}. */
final class RegisterOperations implements RoceAcclMXBean {

    private final String nic;
    private final NicSnapshots snapshots;
    private final RegisterControl control;
    private final InstantSource clock;

    RegisterOperations(String nic, NicSnapshots snapshots, RegisterControl control, InstantSource clock) {
        this.nic = nic;
        this.snapshots = snapshots;
        this.control = control;
        this.clock = clock;
    }

    RegisterState state() {
        return snapshots
                .of(nic)
                .map(snapshot -> snapshot.register())
                .orElseGet(() -> new RegisterState.Unknown(true, nic + " is gone."));
    }

    @Override
    public String getStatus() {
        return state() instanceof RegisterState.Unknown unknown ? unknown.reason() : "ok";
    }

    @Override
    public String getAdpMode() {
        return state().mode().label();
    }

    @Override
    public @Nullable Long getAgeMillis() {
        return state() instanceof RegisterState.Known known ? Math.max(0, clock.millis() - known.takenMillis()) : null;
    }

    @Override
    public String getWords() {
        return state() instanceof RegisterState.Known known ? known.image().toString() : "";
    }

    @Override
    public String[] getUnknownBits() {
        return state() instanceof RegisterState.Known known
                ? known.image().unknownBits().toArray(String[]::new)
                : new String[0];
    }

    @Override
    public PlanView plan(String assignments) {
        return plan(assignments, Optional.empty());
    }

    @Override
    public PlanView planFor(String assignments, int ackTimeout, int retryCount) {
        return plan(assignments, Optional.of(DeviceWork.translated(() -> TimingInUse.given(ackTimeout, retryCount))));
    }

    private PlanView plan(String assignments, Optional<TimingInUse> timing) {
        String caller = CurrentCaller.get().toString();
        return DeviceWork.translated(() -> PlanView.of(control.plan(nic, parsed(assignments), timing), caller));
    }

    @Override
    public ChangeView apply(String assignments) {
        return applyWithReason(assignments, "");
    }

    @Override
    public ChangeView applyWithReason(String assignments, @Nullable String reason) {
        return applyChange(assignments, reason, "", "", "", "", "");
    }

    @Override
    public ChangeView applyChange(
            String assignments,
            @Nullable String reason,
            @Nullable String accept,
            @Nullable String confirmWithin,
            @Nullable String guard,
            @Nullable String plan,
            @Nullable String request) {
        return change(parsed(assignments), reason, accept, confirmWithin, guard, plan, request);
    }

    /** A change from this MBean's attributes, where nothing but the values can be said. */
    ChangeView change(List<Assignment> assignments) {
        return change(assignments, "", "", "", "", "", "");
    }

    ChangeView change(
            List<Assignment> assignments,
            @Nullable String reason,
            @Nullable String accept,
            @Nullable String confirmWithin,
            @Nullable String guard,
            @Nullable String plan,
            @Nullable String request) {
        Caller caller = CurrentCaller.get();
        ChangeResult result = DeviceWork.translated(() -> control.apply(
                nic, ChangeRequest.of(assignments, caller, reason, accept, confirmWithin, guard, plan, request)));
        return view(result, caller);
    }

    static ChangeView view(ChangeResult result, Caller caller) {
        if (!result.verified()) {
            throw new IllegalStateException(result.message());
        }
        return ChangeView.of(result, caller.toString());
    }

    @Override
    public String refresh() {
        return DeviceWork.translated(() -> control.refresh(nic)).toString();
    }

    private static List<Assignment> parsed(@Nullable String assignments) {
        if (assignments == null || assignments.isBlank()) {
            throw new IllegalArgumentException(
                    "assignments must be name=value,... such as time_base=4: nothing is given.");
        }
        try {
            return MlxregText.parseAssignments(assignments);
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException(bad.getMessage());
        }
    }
}
