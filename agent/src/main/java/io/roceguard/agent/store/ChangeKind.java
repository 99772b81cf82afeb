// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import java.util.Locale;

/** What made a change. */
public enum ChangeKind {
    /** Somebody assigned fields or a profile. */
    APPLY,
    /** Somebody went back to an earlier state. */
    ROLLBACK,
    /** A change was not confirmed in time, or its guard found it worse, and was taken back. */
    REVERT,
    /** The configuration's desired state was set again. */
    ENFORCE;

    /** As it is shown: {@code apply}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ChangeKind of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
