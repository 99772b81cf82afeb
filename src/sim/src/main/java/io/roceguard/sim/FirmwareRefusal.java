// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.device.CommandStatus;

/** The simulated firmware says no to a command. Nothing was changed; the message says what it wants. */
public final class FirmwareRefusal extends Exception {

    private final CommandStatus status;
    private final Syndrome syndrome;
    private final String wants;

    FirmwareRefusal(CommandStatus status, Syndrome syndrome, String message) {
        super(message);
        this.status = status;
        this.syndrome = syndrome;
        this.wants = message;
    }

    static FirmwareRefusal badParam(Syndrome syndrome, String message) {
        return new FirmwareRefusal(CommandStatus.BAD_PARAM, syndrome, message);
    }

    public CommandStatus status() {
        return status;
    }

    public Syndrome syndrome() {
        return syndrome;
    }

    /** What would be taken instead, as a sentence; also the message. */
    public String wants() {
        return wants;
    }
}
