// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.client;

/** A daemon that did not give an answer. The message is a full sentence and says what to do. */
public final class DaemonException extends RuntimeException {

    /** Why there is no answer. */
    public enum Kind {
        /** Nobody answers, or not in time, or it is no RoceGuard daemon. */
        UNREACHABLE,
        /** The daemon does not let this caller do it. */
        REFUSED
    }

    private final Kind kind;

    public DaemonException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
