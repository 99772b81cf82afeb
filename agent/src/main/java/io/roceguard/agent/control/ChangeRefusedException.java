// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

/** A change is not made, because of what it is or when it comes. The message is a full sentence; nothing was sent. */
public final class ChangeRefusedException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    public ChangeRefusedException(String message) {
        super(message);
    }
}
