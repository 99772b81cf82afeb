// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.adp.AdpProfile;
import io.roceguard.adp.AdpReading;
import io.roceguard.adp.Finding;
import io.roceguard.adp.FirmwareVersion;
import io.roceguard.adp.ProfileLimits;
import io.roceguard.adp.ProfileValidator;
import io.roceguard.adp.QpTiming;
import io.roceguard.adp.ValidationContext;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.QueuePairsState;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.QueuePair;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.Restoration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is worth knowing about a plan before it is made: findings, who feels it, and what cannot be undone. */
final class PlanReview {

    private static final String ENABLE = "roce_adp_retrans_en";
    private static final String PROFILE_SELECT = "adp_retx_profile_select";

    /** Read when a queue pair is created. */
    private static final Set<String> AT_CREATION =
            Set.of("adaptive_routing_forced_en", "selective_repeat_forced_en", "dc_half_handshake_en");

    private PlanReview() {}

    /**
     * The findings about the profile that the plan writes or puts in force, for each kind of queue pair; none where the plan
     * does neither.
     */
    static List<Finding> findings(ChangePlan plan, NicIdentity nic, List<TimingInUse> timings) {
        RegisterImage after = plan.after();
        boolean writes = writes(plan, PROFILE_SELECT);
        boolean enables = plan.before().get(ENABLE) == 0 && after.get(ENABLE) == 1;
        if (!writes && !(enables && after.get("adp_retx_profile_id") != 0)) {
            return List.of();
        }
        Set<Finding> findings = new LinkedHashSet<>();
        for (TimingInUse timing : timings) {
            findings.addAll(ProfileValidator.validate(AdpProfile.of(after), context(after, nic, timing.timing()))
                    .findings());
        }
        return findings.stream()
                .sorted((one, other) -> one.severity().compareTo(other.severity()))
                .toList();
    }

    private static boolean writes(ChangePlan plan, String select) {
        return plan.edit().selects().stream().anyMatch(field -> field.name().equals(select));
    }

    /** What is known around a profile on that NIC. */
    static ValidationContext context(RegisterImage after, NicIdentity nic, @Nullable QpTiming timing) {
        String firmware = nic.firmware();
        return new ValidationContext(
                ProfileLimits.of(after),
                after.get("adp_retx_profile_id"),
                after.get(ENABLE),
                timing,
                firmware == null ? null : FirmwareVersion.parse(firmware).orElse(null),
                null,
                AdpReading.DEFAULT);
    }

    static List<String> affected(ChangePlan plan, NicSnapshot nic) {
        List<String> affected = new ArrayList<>();
        String function = Objects.requireNonNullElse(nic.identity().pciAddress(), nic.name());
        affected.add("All queue pairs of the physical function " + function + " and of its virtual functions"
                + known(nic.queuePairs()) + ".");
        List<String> later = plan.edit().written().keySet().stream()
                .map(RegisterField::name)
                .filter(AT_CREATION::contains)
                .toList();
        if (!later.isEmpty()) {
            affected.add(String.join(", ", later) + " counts for queue pairs that are created afterwards.");
        }
        affected.add("The settings last until the next reset of the firmware or reboot.");
        return affected;
    }

    private static String known(QueuePairsState state) {
        if (!(state instanceof QueuePairsState.Known known)) {
            return "";
        }
        long processes = known.all().stream()
                .map(QueuePair::pid)
                .filter(Objects::nonNull)
                .distinct()
                .count();
        return "; seen now: " + known.all().size() + " queue pairs, those of " + processes + " processes among them";
    }

    /** What taking the change back later would not bring back. */
    static List<String> cannotUndo(ChangePlan plan) {
        return undo(plan).cannot();
    }

    /** What would take the change back, if nobody else writes meanwhile. */
    static Restoration undo(ChangePlan plan) {
        RegisterImage after = plan.after();
        return Restoration.undo(plan.before(), after, plan.edit().written().keySet(), after);
    }
}
