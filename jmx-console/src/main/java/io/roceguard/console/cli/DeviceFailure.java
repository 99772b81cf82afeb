// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.client.JolokiaAnswer;
import io.roceguard.console.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What it means for a command that an operation on a NIC failed. */
final class DeviceFailure {

    private static final String REFUSED = "java.lang.IllegalArgumentException";

    /** What the daemon says of a call whose answer it did not get, in lower case. */
    private static final List<String> NO_ANSWER =
            List.of("no answer ", "took effect is unknown", "under way", "read the register again to know its state");

    private DeviceFailure() {}

    /**
     * The daemon's exceptions do not tell a NIC that said no from one that said nothing; its state does.
     *
     * @param nic its Nic MBean with the attribute State, empty when there is none
     * @param what was asked for, as the object of "cannot"
     */
    static CliException of(JolokiaAnswer.Failure failure, Optional<JsonObject> nic, String what) {
        boolean refused = failure.status() != 500 || failure.type().equals(REFUSED);
        boolean well =
                nic.flatMap(found -> found.text("State")).filter("ok"::equals).isPresent();
        return refused || (well && !leavesOutcomeOpen(failure.message()))
                ? Answers.failed(failure, what)
                : CliException.unreachable(failure.message());
    }

    /** The NIC may be well again by the time its state is read, and the change still nowhere. */
    private static boolean leavesOutcomeOpen(String message) {
        String lowerCase = message.toLowerCase(Locale.ROOT);
        return NO_ANSWER.stream().anyMatch(lowerCase::contains);
    }
}
