// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.adp.Finding;
import io.roceguard.adp.ProfileFile;
import io.roceguard.adp.Severity;
import io.roceguard.adp.Validation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Findings of one profile, with the places where they stand in its file. */
record FindingList(Validation validation, ProfileFile file) {

    List<Map<String, @Nullable Object>> documents() {
        return validation.findings().stream().map(this::document).toList();
    }

    private Map<String, @Nullable Object> document(Finding finding) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("code", finding.code());
        document.put("severity", finding.severity().name());
        document.put("path", finding.path());
        file.position(finding.path()).ifPresent(position -> {
            document.put("line", position.line());
            document.put("column", position.column());
        });
        document.put("message", finding.message());
        document.put("fix", finding.fix());
        return document;
    }

    List<Map<String, Object>> skipped() {
        return validation.skipped().stream()
                .map(skipped -> Map.<String, Object>of("codes", skipped.codes(), "reason", skipped.reason()))
                .toList();
    }

    /** {@code 1 error, 2 warnings}; {@code nothing to remark}. */
    String count() {
        List<String> counts = new ArrayList<>();
        count(counts, Severity.ERROR, "error");
        count(counts, Severity.WARN, "warning");
        count(counts, Severity.INFO, "remark");
        return counts.isEmpty() ? "nothing to remark" : String.join(", ", counts);
    }

    private void count(List<String> counts, Severity severity, String name) {
        long number = validation.findings().stream()
                .filter(finding -> finding.severity() == severity)
                .count();
        if (number > 0) {
            counts.add(PrintableText.count(number, name));
        }
    }

    /** Three lines a finding: what, why it is bad, what to do. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Finding finding : validation.findings()) {
            lines.add("  " + finding.severity() + "  " + finding.code() + where(finding));
            lines.add("    " + finding.message());
            lines.add("    " + finding.fix());
        }
        return lines;
    }

    private String where(Finding finding) {
        String path = finding.path().isEmpty() ? "" : "  " + finding.path();
        return path
                + file.position(finding.path())
                        .map(position -> ", line " + position.line() + " column " + position.column())
                        .orElse("");
    }
}
