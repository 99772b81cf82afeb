// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import java.nio.ByteBuffer;

/**
 * Walks the messages of one datagram: a header of 16 bytes each, then attributes ({@code linux/netlink.h}). Every length
 * is checked before it is used, and every step goes forward.
 */
final class Messages {

    static final int NOOP = 1;
    static final int ERROR = 2;
    static final int DONE = 3;
    static final int OVERRUN = 4;

    /** Flag: the dump changed while it was made. */
    static final int DUMP_INTERRUPTED = 0x10;

    static final int HEADER = 16;

    /** MAX_ERRNO of the kernel. */
    private static final int LARGEST_ERRNO = 4095;

    private final ByteBuffer datagram;
    private int at;
    private int length;
    private int next;

    /**
     * @param datagram from its beginning to its limit, in the machine's byte order
     */
    Messages(ByteBuffer datagram) {
        this.datagram = datagram;
    }

    /** Moves to the next message; false when there is none. */
    boolean next() throws MalformedMessage {
        int room = datagram.limit() - next;
        if (room <= 0) {
            return false;
        }
        if (room < HEADER) {
            throw new MalformedMessage("a message's header cut off after " + room + " bytes", next);
        }
        int whole = datagram.getInt(next);
        if (whole < HEADER || whole > room) {
            throw new MalformedMessage(
                    "a message of " + Integer.toUnsignedLong(whole) + " bytes where " + room + " are left", next);
        }
        at = next;
        length = whole;
        next += (whole + 3) & ~3;
        return true;
    }

    int type() {
        return Short.toUnsignedInt(datagram.getShort(at + 4));
    }

    boolean has(int flag) {
        return (datagram.getShort(at + 6) & flag) != 0;
    }

    int sequence() {
        return datagram.getInt(at + 8);
    }

    /** The socket that the message is for. */
    int socket() {
        return datagram.getInt(at + 12);
    }

    /**
     * The number at the beginning of ERROR and DONE.
     *
     * @return a positive errno, 0 for success
     */
    int errno() throws MalformedMessage {
        if (length == HEADER && type() == DONE) {
            return 0;
        }
        if (length < HEADER + Integer.BYTES) {
            throw new MalformedMessage("a status cut off", at + HEADER);
        }
        int status = datagram.getInt(at + HEADER);
        if (status < -LARGEST_ERRNO || (status > 0 && type() == ERROR)) {
            throw new MalformedMessage("the status " + status + ", which is no errno,", at + HEADER);
        }
        return Math.max(-status, 0);
    }

    Attributes attributes() {
        return new Attributes(datagram, at + HEADER, at + length);
    }
}
