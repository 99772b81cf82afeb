// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.alarm;

import java.util.Locale;

/** Who must act, from nobody to somebody at night. */
public enum AlarmSeverity {
    /** To be known. */
    INFO,
    /** Somebody should look at it in working hours: a ticket. */
    WARNING,
    /** Somebody must look at it now: a page. */
    CRITICAL;

    /** {@code critical}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
