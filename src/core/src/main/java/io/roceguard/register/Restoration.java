// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What to assign so that fields read as they did before, and what no assignment brings back.
 *
 * @param assignments to send; empty when the fields already read so, or nothing of it can be brought back
 * @param leftToOthers fields that somebody else has written since, which stay as they are
 * @param cannot what stays otherwise and why, a sentence each
 */
public record Restoration(List<Assignment> assignments, List<RegisterField> leftToOthers, List<String> cannot) {

    private static final RegisterField PROFILE_SELECT = RoceAccl.field("adp_retx_profile_select");
    private static final RegisterField PROFILE_ID = RoceAccl.field("adp_retx_profile_id");
    private static final RegisterField ENABLE = RoceAccl.field("roce_adp_retrans_en");

    public Restoration {
        assignments = List.copyOf(assignments);
        leftToOthers = List.copyOf(leftToOthers);
        cannot = List.copyOf(cannot);
    }

    /**
     * Takes a change back. Only what still reads as the change left it is ours to take back; a profile counts as one.
     *
     * @param before the active state before the change
     * @param after the active state that the change left
     * @param written the fields that it wrote
     * @param now the active state
     */
    public static Restoration undo(
            RegisterImage before, RegisterImage after, Collection<RegisterField> written, RegisterImage now) {
        List<RegisterField> ours = new ArrayList<>();
        List<RegisterField> others = new ArrayList<>();
        boolean profileIsOurs = profile(written).stream().allMatch(field -> now.get(field) == after.get(field));
        for (RegisterField field : written) {
            boolean isOurs = inProfile(field) ? profileIsOurs : now.get(field) == after.get(field);
            if (isOurs) {
                ours.add(field);
            } else if (before.get(field) != now.get(field)) {
                others.add(field);
            }
        }
        return restoring(before, ours, others, now);
    }

    /**
     * Brings fields back to an earlier state, whoever wrote them since.
     *
     * @param target the active state to come back to
     * @param fields to be brought back
     * @param now the active state
     */
    public static Restoration to(RegisterImage target, Collection<RegisterField> fields, RegisterImage now) {
        return restoring(target, fields, List.of(), now);
    }

    private static Restoration restoring(
            RegisterImage target,
            Collection<RegisterField> fields,
            List<RegisterField> leftToOthers,
            RegisterImage now) {
        List<Assignment> assignments = new ArrayList<>();
        List<String> cannot = new ArrayList<>();
        for (RegisterField field : fields) {
            if (!inProfile(field) && !field.isSelect() && target.get(field) != now.get(field)) {
                assignments.add(new Assignment(field, target.get(field)));
            }
        }
        List<RegisterField> profile = profile(fields);
        boolean differs = profile.stream().anyMatch(field -> target.get(field) != now.get(field));
        if (differs && target.get(PROFILE_ID) != 0) {
            profile.forEach(field -> assignments.add(new Assignment(field, target.get(field))));
        } else if (differs) {
            insteadOfProfile0(target, now, assignments, cannot);
        }
        return new Restoration(assignments, leftToOthers, cannot);
    }

    /** Profile 0 cannot be written, so the nearest safe state is that adaptive retransmission is off. */
    private static void insteadOfProfile0(
            RegisterImage target, RegisterImage now, List<Assignment> assignments, List<String> cannot) {
        assignments.removeIf(assignment -> assignment.field().equals(ENABLE));
        if (now.get(ENABLE) != 0) {
            assignments.add(new Assignment(ENABLE, 0));
        }
        if (target.get(ENABLE) == 0) {
            cannot.add("adp_retx_profile_id stays " + now.get(PROFILE_ID)
                    + ": profile 0 cannot be written, only a reset of the firmware brings it back. It is not in force"
                    + " while roce_adp_retrans_en is 0.");
        } else {
            cannot.add("The firmware's own timeouts (profile 0) cannot be written, only a reset of the firmware brings"
                    + " them back. Instead roce_adp_retrans_en is 0: then the ack_timeout and retry_cnt of the queue"
                    + " pairs hold.");
        }
    }

    private static List<RegisterField> profile(Collection<RegisterField> fields) {
        return fields.stream().filter(Restoration::inProfile).toList();
    }

    private static boolean inProfile(RegisterField field) {
        return PROFILE_SELECT.name().equals(field.select());
    }

    /** Whether there is nothing to send. */
    public boolean nothingToDo() {
        return assignments.isEmpty();
    }

    /** Whether the device takes all of it: no select bit that it needs reads 0. */
    public boolean possible(RegisterImage now) {
        return assignments.stream()
                .allMatch(assignment -> assignment.field().select() == null
                        || (now.word(0) & RoceAccl.selectMask(assignment.field())) != 0);
    }
}
