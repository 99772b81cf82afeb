// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.adp.Validation.Skipped;
import java.util.ArrayList;
import java.util.List;

/** Collects what the rules find. */
final class Findings {

    private final List<Finding> found = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();

    void error(String code, String path, String message, String fix) {
        found.add(new Finding(Severity.ERROR, code, path, message, fix));
    }

    void warn(String code, String path, String message, String fix) {
        found.add(new Finding(Severity.WARN, code, path, message, fix));
    }

    void info(String code, String path, String message, String fix) {
        found.add(new Finding(Severity.INFO, code, path, message, fix));
    }

    void skip(String reason, String... codes) {
        skipped.add(new Skipped(List.of(codes), reason));
    }

    boolean hasErrors() {
        return found.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
    }

    Validation validation() {
        return new Validation(found, skipped);
    }
}
