// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What became of a SET that the firmware took.
 *
 * @param plan what was sent, and the state before
 * @param after the active state, read after the SET
 * @param auditProblem why the outcome is not on the audit trail, {@code ""} when it is
 */
public record ChangeResult(ChangePlan plan, RegisterImage after, String auditProblem) {

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
        StringBuilder message = new StringBuilder(outcome());
        if (!changedByOthers().isEmpty()) {
            message.append(" Somebody else changed meanwhile: ")
                    .append(String.join(", ", changedByOthers()))
                    .append('.');
        }
        return auditProblem.isEmpty()
                ? message.toString()
                : message.append(' ').append(auditProblem).toString();
    }

    private String outcome() {
        if (!verified()) {
            String fields = notTaken().stream()
                    .map(field -> field.name() + " reads " + after.get(field) + " instead of "
                            + plan.edit().image().get(field))
                    .collect(Collectors.joining(", "));
            return "The firmware of " + plan.nic() + " accepted the SET, but it did not take effect: " + fields
                    + ". Somebody else may be writing this register; read it again.";
        }
        return changed().isEmpty()
                ? "Verified on " + plan.nic() + ": the register already held these values."
                : "Verified on " + plan.nic() + ": " + String.join(", ", changed()) + ".";
    }
}
