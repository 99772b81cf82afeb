// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import java.io.IOException;

/** A datagram is not what netlink allows or what the kernel's interface says. The message ends with the offset. */
public final class MalformedMessage extends IOException {

    private final int offset;

    /**
     * @param what is wrong, {@code an attribute of 2 bytes}
     * @param offset in the datagram, in bytes
     */
    MalformedMessage(String what, int offset) {
        super(what + " at byte " + offset);
        this.offset = offset;
    }

    /** Where in the datagram, in bytes. */
    public int offset() {
        return offset;
    }
}
