// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The smallest SET that changes just what is meant.
 *
 * <p>A SET carries 1 in the select bit of each field that is assigned and 0 in every other one, known or unknown, so the
 * firmware leaves everything else alone. Read-only, reserved and unselected bits are 0. Fields that share a select bit
 * ({@code ack_dscp_force} with {@code ack_dscp}; the whole profile) are written together: those that are not assigned
 * keep the value of the reading the edit was made from.
 */
public final class RegisterEdit {

    private static final RegisterField PROFILE_SELECT = RoceAccl.field("adp_retx_profile_select");
    private static final RegisterField PROFILE_ID = RoceAccl.field("adp_retx_profile_id");
    private static final RegisterField PROFILE_MAX_ID = RoceAccl.field("adp_retx_profile_max_id");

    private final RegisterImage image;
    private final List<RegisterField> selects;
    private final List<RegisterField> fields;
    private final int[] assigned;

    /** @param assigned the bits, by dword, that somebody meant; those of other written fields are carried over */
    private RegisterEdit(RegisterImage image, List<RegisterField> selects, List<RegisterField> fields, int[] assigned) {
        this.image = image;
        this.selects = List.copyOf(selects);
        this.fields = List.copyOf(fields);
        this.assigned = assigned;
    }

    /**
     * Stands for a device that was not read: every select bit 1, the highest possible profile id, all else 0. An edit made
     * from it sends 0 in the fields that share a select bit with an assigned one and are not assigned themselves.
     */
    public static RegisterImage unread() {
        RegisterImage image = RegisterImage.zero().with(PROFILE_MAX_ID, PROFILE_MAX_ID.max());
        for (RegisterField field : RoceAccl.FIELDS) {
            if (field.isSelect()) {
                image = image.with(field, 1);
            }
        }
        return image;
    }

    /**
     * The profile that these assignments would write, so that the caller can read it first: the assigned
     * {@code adp_retx_profile_id}, else the active one of {@code current}. Empty when no profile field is assigned.
     */
    public static OptionalInt profileToRewrite(RegisterImage current, List<Assignment> assignments) {
        boolean touched = false;
        OptionalInt id = OptionalInt.empty();
        for (Assignment assignment : assignments) {
            touched |= PROFILE_SELECT.name().equals(assignment.field().select());
            if (assignment.field().equals(PROFILE_ID)) {
                id = OptionalInt.of((int) assignment.value());
            }
        }
        return touched ? (id.isPresent() ? id : OptionalInt.of(current.get(PROFILE_ID))) : OptionalInt.empty();
    }

    /**
     * The edit against one reading. Profile fields that are not assigned come from {@code current} when it shows the
     * profile that is rewritten, and are 0 otherwise.
     */
    public static RegisterEdit of(RegisterImage current, List<Assignment> assignments) {
        OptionalInt id = profileToRewrite(current, assignments);
        boolean shown = id.isPresent() && current.get(PROFILE_ID) == id.getAsInt();
        return of(current, shown ? current : RegisterImage.zero(), assignments);
    }

    /**
     * The edit against a reading of the active state and one of the profile that is rewritten.
     *
     * @param current a GET with profile id 0
     * @param profile a fresh GET of the profile named by {@link #profileToRewrite}; only its profile bytes are used
     * @param assignments at least one; the same field twice is refused
     * @throws RegisterEditException when a field is read-only, not configurable on this function (its select bit reads 0),
     *     given a value that does not fit, assigned twice, or when the profile id is reserved or too high
     */
    public static RegisterEdit of(RegisterImage current, RegisterImage profile, List<Assignment> assignments) {
        int[] assigned = new int[current.dwords()];
        int[] words = new int[current.dwords()];
        assign(current, assignments, assigned, words);
        List<RegisterField> selects = new ArrayList<>();
        List<RegisterField> fields = new ArrayList<>();
        for (RegisterField select : RoceAccl.SELECTS) {
            List<RegisterField> group = RoceAccl.selectedBy(select);
            if (isSelected(select, group, assigned, words)) {
                words[select.dword()] |= select.mask();
                selects.add(select);
                fields.addAll(group);
                for (RegisterField field : group) {
                    if ((assigned[field.dword()] & field.mask()) == 0) {
                        boolean ofProfile = field.inProfile();
                        words[field.dword()] |= (ofProfile ? profile : current).word(field.dword()) & field.mask();
                    }
                }
            }
        }
        if (fields.isEmpty()) {
            throw new RegisterEditException("Nothing is assigned, so there is nothing to set.");
        }
        RegisterImage image = RegisterImage.ofWords(words);
        if (selects.contains(PROFILE_SELECT)) {
            checkProfileId(image.get(PROFILE_ID), current.get(PROFILE_MAX_ID));
        }
        return new RegisterEdit(image, selects, fields, assigned);
    }

    /** Puts the checked values into {@code words} and marks their bits in {@code assigned}. */
    private static void assign(RegisterImage current, List<Assignment> assignments, int[] assigned, int[] words) {
        for (Assignment assignment : assignments) {
            RegisterField field = assignment.field();
            String select = field.select();
            if (field.access() == Access.RO) {
                throw new RegisterEditException(
                        field.name() + " is read-only: the firmware reports it, nobody sets it.");
            }
            if (assignment.value() < 0 || assignment.value() > field.max()) {
                throw new RegisterEditException(field.name() + " must be 0.." + field.max() + " (" + field.width()
                        + " bits): value=" + assignment.value());
            }
            if (select != null && (current.word(0) & RoceAccl.selectMask(field)) == 0) {
                throw new RegisterEditException(
                        field.name() + " is not configurable on this function: its select bit " + select + " reads 0.");
            }
            if ((assigned[field.dword()] & field.mask()) != 0) {
                throw new RegisterEditException(field.name() + " is assigned twice.");
            }
            assigned[field.dword()] |= field.mask();
            words[field.dword()] |= (int) assignment.value() << field.lsb();
        }
    }

    /** Whether one of the fields behind this select bit is assigned; the bit itself may only agree with that. */
    private static boolean isSelected(RegisterField select, List<RegisterField> group, int[] assigned, int[] words) {
        boolean selected = false;
        for (RegisterField field : group) {
            selected |= (assigned[field.dword()] & field.mask()) != 0;
        }
        boolean given = (assigned[select.dword()] & select.mask()) != 0;
        boolean givenOne = given && (words[select.dword()] & select.mask()) != 0;
        if (givenOne && !selected) {
            throw new RegisterEditException("Assigning " + select.name() + "=1 alone would write 0 to "
                    + group.get(0).name() + ". Assign that field itself; its select bit is set for you.");
        }
        if (given && !givenOne && selected) {
            throw new RegisterEditException(
                    select.name() + "=0 contradicts the assignment of a field that needs it. Leave it out.");
        }
        return selected;
    }

    private static void checkProfileId(int id, int highest) {
        if (id == 0) {
            throw new RegisterEditException("Profile 0 is the firmware's own and cannot be written. Assign"
                    + " adp_retx_profile_id=1 with the fields of the profile.");
        }
        if (id > highest) {
            throw new RegisterEditException(
                    "adp_retx_profile_id must be 1.." + highest + " on this device: value=" + id);
        }
    }

    /** The words of the SET, as long as the reading the edit was made from. */
    public RegisterImage image() {
        return image;
    }

    /** The select bits that the SET carries, lowest first. */
    public List<RegisterField> selects() {
        return selects;
    }

    /** Every field that the SET takes over with its value: the assigned ones and those that share their select bits. */
    public Map<RegisterField, Integer> written() {
        Map<RegisterField, Integer> written = new LinkedHashMap<>();
        for (RegisterField field : fields) {
            written.put(field, image.get(field));
        }
        return Collections.unmodifiableMap(written);
    }

    /** What a reading should show after the SET, when nobody else writes. */
    public RegisterImage appliedTo(RegisterImage current) {
        RegisterImage after = current;
        for (RegisterField field : fields) {
            after = after.with(field, image.get(field));
        }
        return after;
    }

    /**
     * The assigned fields that a later reading shows with another value; empty when the SET took effect. Fields that were
     * only carried along are not compared: what happened to them is told by {@link #changedByOthers}.
     */
    public List<RegisterField> notTaken(RegisterImage after) {
        return fields.stream()
                .filter(field -> isAssigned(field) && after.get(field) != image.get(field))
                .toList();
    }

    /** The fields nobody assigned that read otherwise than this edit leaves them: somebody else's writes. */
    public List<RegisterField> changedByOthers(RegisterImage before, RegisterImage after) {
        RegisterImage expected = appliedTo(before);
        return RoceAccl.FIELDS.stream()
                .filter(field -> !isAssigned(field) && expected.get(field) != after.get(field))
                .toList();
    }

    private boolean isAssigned(RegisterField field) {
        return (assigned[field.dword()] & field.mask()) != 0;
    }

    @Override
    public String toString() {
        return image.toString();
    }
}
