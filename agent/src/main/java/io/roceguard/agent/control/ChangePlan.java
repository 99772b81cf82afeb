// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.store.ChangeIntent;
import io.roceguard.agent.store.ChangeKind;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicIdentity;
import io.roceguard.register.Assignment;
import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterEdit;
import io.roceguard.register.RegisterEditException;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a change would do.
 *
 * @param nic RDMA device name
 * @param stableId what the NIC is, whatever its name
 * @param before the active state that it is made for
 * @param edit the SET that would be sent
 */
public record ChangePlan(String nic, String stableId, RegisterImage before, RegisterEdit edit) {

    private static final String PROFILE_ID = "adp_retx_profile_id";
    private static final int ID_BYTES = 8;

    /** Whether the assignments rewrite a profile that the active state does not show. */
    static boolean needsAnotherProfile(RegisterImage active, List<Assignment> assignments) {
        OptionalInt id = RegisterEdit.profileToRewrite(active, assignments);
        return id.isPresent()
                && id.getAsInt() != active.get(PROFILE_ID)
                && id.getAsInt() >= 1
                && id.getAsInt() <= active.get("adp_retx_profile_max_id");
    }

    /** The plan for assignments that need nothing but the active state. */
    static ChangePlan of(NicIdentity nic, RegisterImage active, List<Assignment> assignments) {
        return new ChangePlan(nic.name(), nic.stableId(), active, RegisterEdit.of(active, active, assignments));
    }

    /** The plan that a change in the journal followed. */
    static ChangePlan of(ChangeRecord record) {
        RegisterImage before = record.intent().before();
        List<Assignment> assignments =
                MlxregText.parseAssignments(record.intent().assignments());
        // The SET holds every field of the profile that it writes, those that were carried along too.
        return new ChangePlan(
                record.intent().nic(),
                record.intent().stableId(),
                before,
                RegisterEdit.of(before, record.intent().words(), assignments));
    }

    /** The plan from fresh readings. */
    static ChangePlan on(Nic device, List<Assignment> assignments) throws NicException {
        return on(device, device.register().get(0), assignments);
    }

    /** The plan from the active state and, where it is needed, a fresh reading of the profile that is rewritten. */
    static ChangePlan on(Nic device, RegisterImage active, List<Assignment> assignments) throws NicException {
        NicIdentity nic = device.identity();
        if (!needsAnotherProfile(active, assignments)) {
            return of(nic, active, assignments);
        }
        int id = RegisterEdit.profileToRewrite(active, assignments).orElseThrow();
        RegisterImage profile = device.register().get(id);
        boolean empty = RegisterImage.zero().withProfileOf(profile).equals(RegisterImage.zero());
        if (profile.get(PROFILE_ID) != id && !empty) {
            throw new RegisterEditException("Asked for profile " + id + ", the firmware of " + nic.name()
                    + " showed profile " + profile.get(PROFILE_ID)
                    + ", so what stands in the fields that are not assigned is unknown. Nothing was sent.");
        }
        return new ChangePlan(nic.name(), nic.stableId(), active, RegisterEdit.of(active, profile, assignments));
    }

    /** Stands for this NIC, this state and this SET: another one of them has another id. 16 hexadecimal digits. */
    public String id() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest((stableId + "\n" + before + "\n" + edit.image()).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, ID_BYTES);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("Every Java platform has SHA-256", missing);
        }
    }

    /**
     * This plan as it is written down before it is sent.
     *
     * @param undoes the change that it takes back, null for none
     * @param assignments that it was made from
     * @param request the client's id of its request, {@code ""} for none
     */
    ChangeIntent intent(
            ChangeKind kind,
            @Nullable Long undoes,
            NicIdentity identity,
            Caller caller,
            String reason,
            List<Assignment> assignments,
            String request,
            long nowMillis) {
        return new ChangeIntent(
                request.isEmpty() ? null : request,
                kind,
                undoes,
                nic,
                stableId,
                Objects.requireNonNullElse(identity.firmware(), ""),
                caller.name(),
                caller.channel(),
                caller.client(),
                reason,
                text(assignments),
                edit.image(),
                before,
                nowMillis);
    }

    /** {@code time_base=4,time_unit=1}, as mlxreg takes it. */
    static String text(List<Assignment> assignments) {
        return assignments.stream().map(Assignment::toString).collect(Collectors.joining(","));
    }

    /** The state that it leaves when nobody else writes. */
    public RegisterImage after() {
        return edit.appliedTo(before);
    }

    /** {@code time_base 4 -> 8}, a line a field; fields that keep their value are left out. */
    public List<String> changed() {
        return differences(before, after(), List.copyOf(edit.written().keySet()));
    }

    /** The mlxreg commands that send the same SET. */
    public List<String> mlxreg() {
        return MlxregText.setCommands(edit, nic);
    }

    /** What these fields read before and after, in the form of {@link #changed}. */
    public static List<String> differences(RegisterImage before, RegisterImage after, List<RegisterField> fields) {
        List<String> differences = new ArrayList<>();
        for (RegisterField field : fields) {
            if (before.get(field) != after.get(field)) {
                differences.add(field.name() + " " + before.get(field) + " -> " + after.get(field));
            }
        }
        return differences;
    }
}
