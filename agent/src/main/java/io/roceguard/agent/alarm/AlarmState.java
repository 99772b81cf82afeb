// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.alarm;

import java.util.Locale;

/** The life of an alarm. */
public enum AlarmState {
    FIRING,
    /** What was wrong has been well for the hold time. */
    RESOLVED,
    /** The NIC is gone for so long that nobody can say. */
    EXPIRED;

    /** {@code firing}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
