// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import java.util.List;

/**
 * What came of looking at a profile.
 *
 * @param findings in the order of the rules
 * @param skipped the rules that could not run
 */
public record Validation(List<Finding> findings, List<Skipped> skipped) {

    /**
     * Rules that need to know more than was given.
     *
     * @param codes that they would find
     * @param reason what was not given, a sentence
     */
    public record Skipped(List<String> codes, String reason) {
        public Skipped {
            codes = List.copyOf(codes);
        }
    }

    public Validation {
        findings = List.copyOf(findings);
        skipped = List.copyOf(skipped);
    }

    /** Whether there is no error. */
    public boolean valid() {
        return findings.stream().noneMatch(finding -> finding.severity() == Severity.ERROR);
    }
}
