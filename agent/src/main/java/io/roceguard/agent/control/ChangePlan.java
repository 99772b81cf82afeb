// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.register.Assignment;
import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterEdit;
import io.roceguard.register.RegisterEditException;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a change would do.
 *
 * @param before the active state, read just now
 * @param edit the SET that would be sent
 */
public record ChangePlan(String nic, RegisterImage before, RegisterEdit edit) {

    private static final String PROFILE_ID = "adp_retx_profile_id";

    /** Whether the assignments rewrite a profile that the active state does not show. */
    static boolean needsAnotherProfile(RegisterImage active, List<Assignment> assignments) {
        OptionalInt id = RegisterEdit.profileToRewrite(active, assignments);
        return id.isPresent()
                && id.getAsInt() != active.get(PROFILE_ID)
                && id.getAsInt() >= 1
                && id.getAsInt() <= active.get("adp_retx_profile_max_id");
    }

    /** The plan for assignments that need nothing but the active state. */
    static ChangePlan of(String nic, RegisterImage active, List<Assignment> assignments) {
        return new ChangePlan(nic, active, RegisterEdit.of(active, active, assignments));
    }

    /** The plan from fresh readings. */
    static ChangePlan on(Nic device, List<Assignment> assignments) throws NicException {
        return on(device, device.register().get(0), assignments);
    }

    /** The plan from the active state and, where it is needed, a fresh reading of the profile that is rewritten. */
    static ChangePlan on(Nic device, RegisterImage active, List<Assignment> assignments) throws NicException {
        String nic = device.identity().name();
        if (!needsAnotherProfile(active, assignments)) {
            return of(nic, active, assignments);
        }
        int id = RegisterEdit.profileToRewrite(active, assignments).orElseThrow();
        RegisterImage profile = device.register().get(id);
        boolean empty = RegisterImage.zero().withProfileOf(profile).equals(RegisterImage.zero());
        if (profile.get(PROFILE_ID) != id && !empty) {
            throw new RegisterEditException("Asked for profile " + id + ", the firmware of " + nic + " showed profile "
                    + profile.get(PROFILE_ID) + ", so what stands in the fields that are not assigned is unknown."
                    + " Nothing was sent.");
        }
        return new ChangePlan(nic, active, RegisterEdit.of(active, profile, assignments));
    }

    /** {@code time_base 4 -> 8}, a line a field; fields that keep their value are left out. */
    public List<String> changed() {
        return differences(
                before, edit.appliedTo(before), List.copyOf(edit.written().keySet()));
    }

    /** The mlxreg commands that send the same SET. */
    public List<String> mlxreg() {
        return MlxregText.setCommands(edit, nic);
    }

    static List<String> differences(RegisterImage before, RegisterImage after, List<RegisterField> fields) {
        List<String> differences = new ArrayList<>();
        for (RegisterField field : fields) {
            if (before.get(field) != after.get(field)) {
                differences.add(field.name() + " " + before.get(field) + " -> " + after.get(field));
            }
        }
        return differences;
    }
}
