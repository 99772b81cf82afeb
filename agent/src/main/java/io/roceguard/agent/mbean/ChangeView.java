// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.control.ChangePlan;
import io.roceguard.agent.control.ChangeResult;
import io.roceguard.register.RegisterField;
import java.util.List;

/**
 * A planned or finished change as open data.
 *
 * @param nic RDMA device name
 * @param outcome {@code planned} or {@code verified}; a change that is not verified is an exception instead
 * @param message one sentence
 * @param words the SET, {@code 0x10000001} and so on
 * @param selects the select bits that it carries, by name
 * @param changed {@code time_base 4 -> 8}
 * @param changedByOthers what somebody else changed meanwhile, in the same form
 * @param mlxreg commands that send the same SET
 * @param caller on whose behalf, {@code alice via http}
 */
public record ChangeView(
        String nic,
        String outcome,
        String message,
        List<String> words,
        List<String> selects,
        List<String> changed,
        List<String> changedByOthers,
        List<String> mlxreg,
        String caller) {

    static ChangeView of(ChangePlan plan, String caller) {
        String message = plan.changed().isEmpty()
                ? "The register already holds these values."
                : "Would change " + String.join(", ", plan.changed()) + ".";
        return view(plan, "planned", message, plan.changed(), List.of(), caller);
    }

    static ChangeView of(ChangeResult result, String caller) {
        return view(result.plan(), "verified", result.message(), result.changed(), result.changedByOthers(), caller);
    }

    private static ChangeView view(
            ChangePlan plan,
            String outcome,
            String message,
            List<String> changed,
            List<String> changedByOthers,
            String caller) {
        return new ChangeView(
                plan.nic(),
                outcome,
                message,
                plan.edit().image().hexWords(),
                plan.edit().selects().stream().map(RegisterField::name).toList(),
                changed,
                changedByOthers,
                plan.mlxreg(),
                caller);
    }
}
