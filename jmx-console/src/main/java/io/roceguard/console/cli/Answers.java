// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.JolokiaAnswer;
import org.jspecify.annotations.Nullable;

/** What the daemon's answers mean for a command. */
final class Answers {

    private Answers() {}

    /**
     * The value, which may be null.
     *
     * @param what was asked for, as the object of "cannot": {@code read the NICs}
     * @throws CliException when there is none
     */
    static @Nullable Object value(JolokiaAnswer answer, String what) {
        if (answer instanceof JolokiaAnswer.Failure failure) {
            throw failed(failure, what);
        }
        return ((JolokiaAnswer.Value) answer).value();
    }

    static CliException failed(JolokiaAnswer.Failure failure, String what) {
        String message = failure.message();
        if (failure.status() == 403) {
            return CliException.no("The daemon does not let this caller " + what + ": " + message);
        }
        if (failure.status() == 404) {
            return CliException.unreachable("The daemon cannot " + what + ": " + message
                    + ". It may be older than this command, or no RoceGuard daemon.");
        }
        return CliException.no(message);
    }
}
