// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Walks the attributes of a message or of a nest: length and type in two bytes each, a value, filling to four bytes.
 * Nothing outside the parent is ever read. A value longer than its type is taken by its beginning, as the kernel does.
 */
final class Attributes {

    private static final int HEADER = 4;

    /** Without the flags for nests and for byte order, which the kernel sets on some nests only. */
    private static final int TYPE_MASK = 0x3fff;

    private final ByteBuffer datagram;
    private final int begin;
    private final int end;
    private int next;
    private int type;
    private int value;
    private int length;

    Attributes(ByteBuffer datagram, int begin, int end) {
        this.datagram = datagram;
        this.begin = begin;
        this.end = end;
        this.next = begin;
    }

    /** The same attributes from their first on. */
    Attributes fromTheFirst() {
        return new Attributes(datagram, begin, end);
    }

    /** Where they begin in the datagram, for messages. */
    int offset() {
        return begin;
    }

    /** Moves to the next attribute, of whatever type; false when there is none. */
    boolean next() throws MalformedMessage {
        int room = end - next;
        if (room <= 0) {
            return false;
        }
        if (room < HEADER) {
            throw new MalformedMessage("an attribute's header cut off after " + room + " bytes", next);
        }
        int whole = Short.toUnsignedInt(datagram.getShort(next));
        if (whole < HEADER || whole > room) {
            throw new MalformedMessage("an attribute of " + whole + " bytes where " + room + " are left", next);
        }
        type = datagram.getShort(next + 2) & TYPE_MASK;
        value = next + HEADER;
        length = whole - HEADER;
        next += (whole + 3) & ~3;
        return true;
    }

    /** Moves to the next attribute of that type; false when there is none. */
    boolean next(int wanted) throws MalformedMessage {
        while (next()) {
            if (type == wanted) {
                return true;
            }
        }
        return false;
    }

    int type() {
        return type;
    }

    int u8() throws MalformedMessage {
        return Byte.toUnsignedInt(datagram.get(checked(Byte.BYTES)));
    }

    /** 32 bits as they are. */
    int u32() throws MalformedMessage {
        return datagram.getInt(checked(Integer.BYTES));
    }

    /** A number that the kernel counts from 0 and that never needs bit 31. */
    int index() throws MalformedMessage {
        int index = u32();
        if (index < 0) {
            throw new MalformedMessage(
                    "attribute " + type + " with the value " + Integer.toUnsignedString(index), value);
        }
        return index;
    }

    /** 64 bits as they are. */
    long u64() throws MalformedMessage {
        return datagram.getLong(checked(Long.BYTES));
    }

    /** The value up to its first NUL or its end. */
    String string() {
        int until = 0;
        while (until < length && datagram.get(value + until) != 0) {
            until++;
        }
        byte[] bytes = new byte[until];
        datagram.get(value, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    Attributes nested() {
        return new Attributes(datagram, value, value + length);
    }

    private int checked(int needed) throws MalformedMessage {
        if (length < needed) {
            throw new MalformedMessage(
                    "attribute " + type + " with a value of " + length + " bytes instead of " + needed, value);
        }
        return value;
    }
}
