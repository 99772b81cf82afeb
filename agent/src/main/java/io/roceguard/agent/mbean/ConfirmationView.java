// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.control.WaitingChange;
import java.time.Instant;

/**
 * A change that waits for its confirmation, as open data.
 *
 * @param change its number in the history
 * @param until when it is taken back, ISO 8601 in UTC
 * @param remainingMillis until then; 0 when that time has come
 * @param guard the evidence that takes it back earlier, {@code ""} for none
 * @param state {@code waiting}, {@code reverting}, or why it could not be taken back yet
 * @param caller who made the change
 * @param reason why
 * @param undo what taking it back means, a sentence
 */
public record ConfirmationView(
        long change,
        String until,
        long remainingMillis,
        String guard,
        String state,
        String caller,
        String reason,
        String undo) {

    static ConfirmationView of(WaitingChange waiting) {
        return new ConfirmationView(
                waiting.confirmation().change().id(),
                Instant.ofEpochMilli(waiting.confirmation().deadlineMillis()).toString(),
                waiting.remainingMillis(),
                waiting.confirmation().guard(),
                waiting.state(),
                waiting.confirmation().change().intent().caller(),
                waiting.confirmation().change().intent().reason(),
                waiting.undo());
    }
}
