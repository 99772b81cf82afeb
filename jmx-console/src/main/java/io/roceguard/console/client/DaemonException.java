// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.client;

/** A daemon that did not give an answer. The message is a full sentence and says what to do. */
public final class DaemonException extends RuntimeException {

    /** Why there is no answer. */
    public enum Kind {
        /** The connection does not come about, so nothing has been asked. */
        NOT_SENT,
        /** No answer in time, or none of a RoceGuard daemon; what was asked may have been done all the same. */
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
