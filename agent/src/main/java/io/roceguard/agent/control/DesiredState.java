// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.config.DesiredStateRule;
import io.roceguard.agent.config.DesiredStateRule.Mode;
import io.roceguard.device.NicIdentity;
import io.roceguard.register.Assignment;
import io.roceguard.register.RegisterImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the configuration wants of one NIC.
 *
 * @param source where that stands: {@code desired_state[0], profile flap-1s}
 * @param accepted codes of warnings that are accepted
 */
public record DesiredState(Mode mode, String source, List<Assignment> assignments, Set<String> accepted) {

    public DesiredState {
        assignments = List.copyOf(assignments);
        accepted = Set.copyOf(accepted);
    }

    /** The first rule that matches the NIC. */
    static Optional<DesiredState> of(List<DesiredStateRule> rules, NicIdentity nic) {
        return rules.stream()
                .filter(rule -> rule.matches(nic.name(), nic.pciAddress()))
                .findFirst()
                .map(rule -> new DesiredState(rule.mode(), rule.source(), rule.assignments(), rule.accepted()));
    }

    /** {@code time_base 4 -> 8}: from what is to what is wanted, a line a field that differs. */
    List<String> differences(RegisterImage now) {
        List<String> differences = new ArrayList<>();
        for (Assignment wanted : assignments) {
            int is = now.get(wanted.field());
            if (is != wanted.value()) {
                differences.add(wanted.field().name() + " " + is + " -> " + wanted.value());
            }
        }
        return differences;
    }

    /** The assignments that would move away from it, as {@code time_base=8}. */
    List<String> contradictedBy(List<Assignment> others) {
        return others.stream()
                .filter(other -> assignments.stream()
                        .anyMatch(wanted -> wanted.field().equals(other.field()) && wanted.value() != other.value()))
                .map(Assignment::toString)
                .toList();
    }
}
