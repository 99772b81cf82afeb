// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import java.util.Locale;

/** What became of a change. */
public enum ChangeOutcome {
    /** It is on disk, and whether it was sent is not known yet. */
    INTENT,
    /** Read back as it was meant. */
    VERIFIED,
    /** Accepted, and some field reads otherwise. */
    NOT_TAKEN,
    /** Refused; nothing changed. */
    FAILED,
    /** Accepted, and could not be read back. */
    UNVERIFIED,
    /** No answer to the SET: only a later reading can tell. */
    UNKNOWN,
    /** The daemon ended before it was sent, as a later reading proves. */
    NOT_SENT,
    /** A reboot forgot it before a reading could tell. */
    LOST;

    /** As it is shown: {@code not_taken}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the register may hold what was sent. */
    public boolean mayHaveChanged() {
        return this != FAILED && this != NOT_SENT && this != LOST;
    }

    /** Whether only a reading can tell what became of it. */
    public boolean isOpen() {
        return this == INTENT || this == UNVERIFIED || this == UNKNOWN;
    }

    static ChangeOutcome of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
