// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.adp.Finding;
import io.roceguard.adp.Severity;
import io.roceguard.agent.config.DesiredStateRule.Mode;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.NicWatch;
import io.roceguard.device.NicException;
import io.roceguard.register.Assignment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What keeps a change from being made, each with its reason. Nothing is sent to find out. */
final class ChangeGate {

    private static final String CHANGE = "change of ROCE_ACCL";

    private final Confirmations confirmations;
    private final Enforcement enforcement;

    ChangeGate(Confirmations confirmations, Enforcement enforcement) {
        this.confirmations = confirmations;
        this.enforcement = enforcement;
    }

    /**
     * Whether this NIC takes changes at all.
     *
     * @throws NicException.NotSupported for a virtual function
     * @throws NicException.Unreachable when its register is in quarantine
     */
    static void checkNic(NicWatch watch) throws NicException {
        NicSnapshot nic = watch.snapshot();
        if (nic.identity().virtualFunction()) {
            throw new NicException.NotSupported(
                    nic.name(),
                    CHANGE,
                    "this is a virtual function, whose settings are those of its physical function",
                    "Nothing was sent. Make the change on the physical function, on its host.");
        }
        Optional<String> quarantine = watch.registerQuarantine();
        if (quarantine.isPresent()) {
            throw new NicException.Unreachable(
                    nic.name(),
                    CHANGE,
                    "its register is in quarantine, because reading it failed again and again (" + quarantine.get()
                            + ")",
                    "Nothing was sent. Mend the cause; an operator's refresh reads it again at once.");
        }
    }

    /** Why assignments must not be made on that NIC now, empty when they may. */
    Optional<String> obstacle(NicSnapshot nic, List<Assignment> assignments, boolean endsWaiting) {
        Optional<WaitingChange> waiting = confirmations.of(nic.identity().stableId());
        if (waiting.isPresent() && !endsWaiting) {
            return Optional.of("Change " + waiting.get().confirmation().change().id() + " of " + nic.name()
                    + " waits for its confirmation. Confirm it or roll it back first.");
        }
        Optional<DesiredState> enforced = enforcement.desired(nic).filter(desired -> desired.mode() == Mode.ENFORCE);
        List<String> against =
                enforced.map(desired -> desired.contradictedBy(assignments)).orElse(List.of());
        return against.isEmpty()
                ? Optional.empty()
                : Optional.of(enforced.get().source() + " of the configuration enforces other values than "
                        + String.join(", ", against) + ". Change the configuration and restart the daemon.");
    }

    /** @throws ChangeRefusedException saying why */
    void check(NicSnapshot nic, List<Assignment> assignments, boolean endsWaiting) {
        Optional<String> obstacle = obstacle(nic, assignments, endsWaiting);
        if (obstacle.isPresent()) {
            throw new ChangeRefusedException(obstacle.get() + " Nothing was sent.");
        }
    }

    /** @throws ChangeRefusedException when the register, or what is assigned, is not what the plan was made for */
    static void checkPlan(ChangePlan plan, String planned, List<String> since) {
        if (!planned.isEmpty() && !planned.equals(plan.id())) {
            String what = since.isEmpty()
                    ? "it was made for another state of the register, another NIC or other assignments"
                    : "the register has changed since: " + String.join(", ", since);
            throw new ChangeRefusedException("Plan " + planned + " does not hold any more: " + what
                    + ". Nothing was sent. Make a new plan; for the state as it is now its id would be " + plan.id()
                    + ".");
        }
    }

    /**
     * @param how what accepts a warning, {@code --accept}
     * @throws ChangeRefusedException for an error, or for a warning that is not accepted
     */
    static void checkFindings(List<Finding> findings, Set<String> accepted, String how) {
        List<Finding> errors = of(findings, Severity.ERROR);
        if (!errors.isEmpty()) {
            throw new ChangeRefusedException("The profile has errors: " + text(errors) + " Nothing was sent.");
        }
        List<Finding> open = of(findings, Severity.WARN).stream()
                .filter(finding -> !accepted.contains(finding.code()))
                .toList();
        if (!open.isEmpty()) {
            String codes = open.stream().map(Finding::code).distinct().collect(Collectors.joining(","));
            throw new ChangeRefusedException("The profile has warnings that are not accepted: " + text(open)
                    + " Nothing was sent. To make the change all the same: " + how + " " + codes + ".");
        }
    }

    private static List<Finding> of(List<Finding> findings, Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .toList();
    }

    private static String text(List<Finding> findings) {
        List<String> texts = new ArrayList<>();
        findings.forEach(finding -> texts.add(finding.code() + ": " + finding.message()));
        return texts.stream().distinct().collect(Collectors.joining(" "));
    }
}
