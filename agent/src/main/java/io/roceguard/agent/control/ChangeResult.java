// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.agent.store.Confirmation;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What became of a SET that the firmware took.
 *
 * @param record the change in the journal
 * @param plan what was sent, and the state before
 * @param after the active state, read after the SET
 * @param confirmation the promise to take it back, empty for none
 * @param repeated true when this request was made before and nothing was sent now
 * @param journalProblem why the outcome is not in the journal, {@code ""} when it is
 */
public record ChangeResult(
        ChangeRecord record,
        ChangePlan plan,
        RegisterImage after,
        Optional<Confirmation> confirmation,
        boolean repeated,
        String journalProblem) {

    /** The fields that were written and read back with another value; empty when the change is verified. */
    public List<RegisterField> notTaken() {
        return plan.edit().notTaken(after);
    }

    public boolean verified() {
        return notTaken().isEmpty();
    }

    /** {@code time_base 4 -> 8}, as read before and after. */
    public List<String> changed() {
        return ChangePlan.differences(
                plan.before(), after, List.copyOf(plan.edit().written().keySet()));
    }

    /** What somebody else changed between the two readings, in the same form. */
    public List<String> changedByOthers() {
        return ChangePlan.differences(plan.before(), after, plan.edit().changedByOthers(plan.before(), after));
    }

    /** What happened, in a sentence or two. */
    public String message() {
        StringBuilder message = new StringBuilder(outcome(plan, after));
        if (repeated) {
            message.append(" This request was made before, as change ")
                    .append(record.id())
                    .append("; nothing was sent now.");
        }
        return journalProblem.isEmpty()
                ? message.toString()
                : message.append(' ').append(journalProblem).toString();
    }

    /** What a reading after a SET says about it, in a sentence or two. */
    static String outcome(ChangePlan plan, RegisterImage after) {
        List<RegisterField> notTaken = plan.edit().notTaken(after);
        List<String> changed = ChangePlan.differences(
                plan.before(), after, List.copyOf(plan.edit().written().keySet()));
        List<String> byOthers =
                ChangePlan.differences(plan.before(), after, plan.edit().changedByOthers(plan.before(), after));
        String others =
                byOthers.isEmpty() ? "" : " Somebody else changed meanwhile: " + String.join(", ", byOthers) + ".";
        if (!notTaken.isEmpty()) {
            String fields = notTaken.stream()
                    .map(field -> field.name() + " reads " + after.get(field) + " instead of "
                            + plan.edit().image().get(field))
                    .collect(Collectors.joining(", "));
            return "The firmware of " + plan.nic() + " accepted the SET, but it did not take effect: " + fields
                    + ". Somebody else may be writing this register; read it again." + others;
        }
        String values = changed.isEmpty()
                ? "Verified on " + plan.nic() + ": the register already held these values."
                : "Verified on " + plan.nic() + ": " + String.join(", ", changed) + ".";
        return values + others;
    }
}
