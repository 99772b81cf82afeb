// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change in the journal.
 *
 * @param id ascending, never used twice
 * @param boot the host's boot in which it was made
 * @param after the active state read after it, null where there was none
 * @param endedMillis epoch milliseconds, null as long as it is an intent
 * @param message what happened, in a sentence; {@code ""} as long as it is an intent
 */
public record ChangeRecord(
        long id,
        ChangeIntent intent,
        String boot,
        ChangeOutcome outcome,
        @Nullable RegisterImage after,
        @Nullable Long endedMillis,
        String message) {

    private static final long UNWRITTEN = -1;

    /** A change that is made although it cannot be written down. */
    public static ChangeRecord unwritten(ChangeIntent intent, String boot) {
        return new ChangeRecord(UNWRITTEN, intent, boot, ChangeOutcome.INTENT, null, null, "");
    }

    /** The same, in the journal under that number by now. */
    public ChangeRecord numbered(long number) {
        return new ChangeRecord(number, intent, boot, outcome, after, endedMillis, message);
    }

    /** Whether it is in the journal. */
    public boolean isWritten() {
        return id != UNWRITTEN;
    }

    /** The fields that the SET takes over: those behind its select bits. */
    public List<RegisterField> written() {
        return RoceAccl.SELECTS.stream()
                .filter(select -> intent.words().get(select) == 1)
                .flatMap(select -> RoceAccl.selectedBy(select).stream())
                .toList();
    }

    /** The state that it left: as it was read, or as it was meant where it could not be read. */
    public RegisterImage left() {
        return after != null ? after : meant();
    }

    /** The state that it leaves when nobody else writes. */
    public RegisterImage meant() {
        RegisterImage meant = intent.before();
        for (RegisterField field : written()) {
            meant = meant.with(field, intent.words().get(field));
        }
        return meant;
    }
}
