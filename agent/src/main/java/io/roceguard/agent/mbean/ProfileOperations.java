// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.adp.ProfileFile;
import io.roceguard.adp.ProfilePresets;
import io.roceguard.agent.access.Caller;
import io.roceguard.agent.access.CurrentCaller;
import io.roceguard.agent.control.ChangeRequest;
import io.roceguard.agent.control.RegisterControl;
import io.roceguard.agent.control.TimingInUse;
import io.roceguard.agent.store.Confirmation;
import io.roceguard.register.Assignment;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What can be done with the profile of a NIC, over {@link RegisterControl}. */
final class ProfileOperations {

    private final String nic;
    private final RegisterControl control;

    ProfileOperations(String nic, RegisterControl control) {
        this.nic = nic;
        this.control = control;
    }

    PlanView plan(String profile, Optional<TimingInUse> timing) {
        String caller = CurrentCaller.get().toString();
        return DeviceWork.translated(() -> PlanView.of(control.plan(nic, assignments(profile), timing), caller));
    }

    ChangeView apply(
            String profile,
            @Nullable String reason,
            @Nullable String accept,
            @Nullable String confirmWithin,
            @Nullable String guard,
            @Nullable String plan,
            @Nullable String request) {
        Caller caller = CurrentCaller.get();
        return RegisterOperations.view(
                DeviceWork.translated(() -> control.apply(
                        nic,
                        ChangeRequest.of(
                                assignments(profile), caller, reason, accept, confirmWithin, guard, plan, request))),
                caller);
    }

    String confirm() {
        Confirmation kept = DeviceWork.translated(() -> control.confirm(nic, CurrentCaller.get()));
        return "Change " + kept.change().id() + " of " + nic + " is confirmed and stays.";
    }

    PlanView planRollback(@Nullable String to) {
        String caller = CurrentCaller.get().toString();
        return DeviceWork.translated(() -> PlanView.of(control.planRollback(nic, change(to)), caller));
    }

    ChangeView rollback(@Nullable String to, @Nullable String reason) {
        Caller caller = CurrentCaller.get();
        return RegisterOperations.view(
                DeviceWork.translated(
                        () -> control.rollback(nic, change(to), caller, reason == null ? "" : reason.strip())),
                caller);
    }

    private static @Nullable Long change(@Nullable String number) {
        if (number == null || number.isBlank()) {
            return null;
        }
        try {
            return Long.valueOf(number.strip());
        } catch (NumberFormatException none) {
            throw new IllegalArgumentException("A change goes by its number in the history: value=" + number + ".");
        }
    }

    /** One line without a colon is a preset's name, everything else a file's text. */
    private static List<Assignment> assignments(@Nullable String profile) {
        if (profile == null || profile.isBlank()) {
            throw new IllegalArgumentException("A profile is needed: a profile file's text, or the name of a preset: "
                    + String.join(", ", ProfilePresets.names()) + ".");
        }
        String text = profile.strip();
        boolean name = text.lines().count() == 1 && !text.contains(":");
        if (name && ProfilePresets.text(text).isEmpty()) {
            throw new IllegalArgumentException(ProfilePresets.unknown(text));
        }
        ProfileFile file = name ? ProfilePresets.read(text) : ProfileFile.read("profile", profile);
        return file.assignments();
    }
}
