// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.control.ChangePlan;
import io.roceguard.agent.control.Outlook;
import io.roceguard.agent.control.PlannedChange;
import io.roceguard.register.RegisterField;
import java.util.List;

/**
 * A change that could be made, as open data.
 *
 * @param id give it to apply, so that a register that has changed since is not touched; empty where nothing would be sent
 * @param nic RDMA device name
 * @param message a sentence
 * @param obstacle why it would be refused, {@code ""} when it would not; warnings that must be accepted are no obstacle
 * @param words the SET, {@code 0x10000001} and so on
 * @param selects the select bits that it carries, by name
 * @param changed {@code time_base 4 -> 8}
 * @param mlxreg commands that send the same SET
 * @param findings about the profile that it leaves
 * @param mustAccept codes of the warnings among them
 * @param affected who feels it, a sentence each
 * @param cannotUndo what no later change brings back, a sentence each
 * @param comparison what it does to queue pairs on a dead path
 * @param caller who asked
 */
public record PlanView(
        String id,
        String nic,
        String message,
        String obstacle,
        List<String> words,
        List<String> selects,
        List<String> changed,
        List<String> mlxreg,
        List<FindingView> findings,
        List<String> mustAccept,
        List<String> affected,
        List<String> cannotUndo,
        List<ComparisonView> comparison,
        String caller) {

    static PlanView of(PlannedChange planned, String caller) {
        ChangePlan plan = planned.plan();
        return new PlanView(
                plan.id(),
                plan.nic(),
                planned.message(),
                planned.obstacle(),
                plan.edit().image().hexWords(),
                plan.edit().selects().stream().map(RegisterField::name).toList(),
                plan.changed(),
                plan.mlxreg(),
                planned.findings().stream().map(FindingView::of).toList(),
                planned.mustAccept(),
                planned.affected(),
                planned.cannotUndo(),
                planned.timings().stream()
                        .map(timing -> ComparisonView.of(
                                timing,
                                OutlookView.of(Outlook.of(plan.before(), timing.timing())),
                                OutlookView.of(Outlook.of(plan.after(), timing.timing()))))
                        .toList(),
                caller);
    }
}
