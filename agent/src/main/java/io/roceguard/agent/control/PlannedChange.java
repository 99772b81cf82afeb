// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.adp.Finding;
import io.roceguard.adp.Severity;
import java.util.List;

/**
 * A plan with everything that is known about it.
 *
 * @param findings about the profile that it leaves, errors first
 * @param timings the queue pairs for which its consequences are of interest
 * @param obstacle why it would be refused, {@code ""} when it would not; warnings are no obstacle here
 * @param affected who feels it, a sentence each
 * @param cannotUndo what no later change brings back, a sentence each
 * @param judged whether errors and warnings keep it from being made; they do not keep an earlier state from coming back
 */
public record PlannedChange(
        ChangePlan plan,
        List<Finding> findings,
        List<TimingInUse> timings,
        String obstacle,
        List<String> affected,
        List<String> cannotUndo,
        boolean judged) {

    private static final int MOST_IN_A_SENTENCE = 3;

    public PlannedChange {
        findings = List.copyOf(findings);
        timings = List.copyOf(timings);
        affected = List.copyOf(affected);
        cannotUndo = List.copyOf(cannotUndo);
    }

    /** Codes of the warnings, each once. */
    public List<String> mustAccept() {
        return judged ? codes(findings, Severity.WARN) : List.of();
    }

    static List<String> codes(List<Finding> findings, Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .map(Finding::code)
                .distinct()
                .toList();
    }

    /** What it would do, in a sentence. */
    public String message() {
        List<String> changed = plan.changed();
        if (changed.isEmpty()) {
            return "The register already holds these values.";
        }
        return changed.size() > MOST_IN_A_SENTENCE
                ? "Would change " + changed.size() + " fields."
                : "Would change " + String.join(", ", changed) + ".";
    }
}
