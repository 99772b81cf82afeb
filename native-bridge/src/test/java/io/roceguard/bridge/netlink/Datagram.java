// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes a datagram as the kernel does, message by message. */
final class Datagram {

    static final int MULTI = 2;
    static final int NESTED = 0x8000;

    /** Where the kernel says that a socket is. */
    static final int SOCKET = 4711;

    private final ByteBuffer bytes = ByteBuffer.allocate(1 << 15).order(ByteOrder.nativeOrder());
    private int message = -1;

    /** Begins a message. */
    Datagram message(int type, int flags, int sequence) {
        return message(type, flags, sequence, SOCKET);
    }

    Datagram message(int type, int flags, int sequence, int socket) {
        endMessage();
        message = bytes.position();
        bytes.putInt(0)
                .putShort((short) type)
                .putShort((short) flags)
                .putInt(sequence)
                .putInt(socket);
        return this;
    }

    /** DONE or ERROR with its number, negative for an errno. */
    Datagram status(int type, int sequence, int status) {
        message(type, type == Messages.DONE ? MULTI : 0, sequence);
        bytes.putInt(status);
        return this;
    }

    Datagram done(int sequence) {
        return status(Messages.DONE, sequence, 0);
    }

    Datagram u8(int type, int value) {
        return raw(type, (byte) value);
    }

    Datagram u32(int type, int value) {
        header(type, 4).putInt(value);
        return this;
    }

    /** With the filler that the kernel may put before 64 bits. */
    Datagram u64(int type, long value) {
        if ((bytes.position() & 4) == 0) {
            header(0, 0);
        }
        header(type, 8).putLong(value);
        return this;
    }

    /** With the NUL at its end. */
    Datagram string(int type, String value) {
        return raw(type, (value + "\0").getBytes(StandardCharsets.UTF_8));
    }

    Datagram raw(int type, byte... value) {
        header(type, value.length).put(value);
        return fill();
    }

    Datagram nest(int type, Runnable inside) {
        int begin = bytes.position();
        header(type, 0);
        inside.run();
        bytes.putShort(begin, (short) (bytes.position() - begin));
        return this;
    }

    /** Bytes that no builder would write. */
    Datagram bytes(int... values) {
        for (int value : values) {
            bytes.put((byte) value);
        }
        return this;
    }

    private ByteBuffer header(int type, int length) {
        return bytes.putShort((short) (4 + length)).putShort((short) type);
    }

    private Datagram fill() {
        while (bytes.position() % 4 != 0) {
            bytes.put((byte) 0);
        }
        return this;
    }

    private void endMessage() {
        if (message >= 0) {
            bytes.putInt(message, bytes.position() - message);
        }
    }

    byte[] toBytes() {
        endMessage();
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /** As received. */
    ByteBuffer received() {
        return ByteBuffer.wrap(toBytes()).order(ByteOrder.nativeOrder());
    }
}
