// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.adp.Finding;

/**
 * A finding about a profile as open data.
 *
 * @param severity {@code ERROR}, {@code WARN} or {@code INFO}
 * @param code stable name, {@code W_STORM}
 * @param path in the shape of a profile file
 * @param message what it is
 * @param fix what to do about it
 */
public record FindingView(String severity, String code, String path, String message, String fix) {

    static FindingView of(Finding finding) {
        return new FindingView(
                finding.severity().name(), finding.code(), finding.path(), finding.message(), finding.fix());
    }
}
