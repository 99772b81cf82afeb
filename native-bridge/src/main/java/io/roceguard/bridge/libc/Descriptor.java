// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.libc;

import com.sun.jna.Native;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An open file, device or socket. Used and closed by one thread: closing it under a call of another would let the number
 * be given to a stranger. A call that a signal interrupts fails with EINTR; whoever knows that it is harmless repeats it.
 * Buffers are direct.
 */
public final class Descriptor implements AutoCloseable {

    public static final int O_RDONLY = 0;
    public static final int O_RDWR = 2;

    /** Something to read, for {@link #poll}. */
    public static final int POLLIN = 1;

    public static final int POLLERR = 8;
    public static final int POLLHUP = 0x10;

    private static final int CLOEXEC = 0x80000;

    private final String name;
    private int number;

    private Descriptor(String name, int number) {
        this.name = name;
        this.number = number;
    }

    /**
     * Opens a path; no program started later inherits it.
     *
     * @param flags {@link #O_RDONLY} or {@link #O_RDWR}
     */
    public static Descriptor open(String path, int flags) throws ErrnoException {
        int number = LibC.open(path, flags | CLOEXEC);
        if (number < 0) {
            throw new ErrnoException("open " + path, Native.getLastError());
        }
        return new Descriptor(path, number);
    }

    /**
     * Makes a socket; no program started later inherits it.
     *
     * @param name for messages: {@code RDMA netlink}
     */
    public static Descriptor socket(String name, int domain, int type, int protocol) throws ErrnoException {
        int number = LibC.socket(domain, type | CLOEXEC, protocol);
        if (number < 0) {
            throw new ErrnoException("socket for " + name, Native.getLastError());
        }
        return new Descriptor(name, number);
    }

    /**
     * ioctl.
     *
     * @param call for messages: {@code FWCTL_INFO}
     * @param argument from its very beginning, whatever its position
     * @return what the kernel returned, 0 or more
     */
    public int ioctl(String call, long request, ByteBuffer argument) throws ErrnoException {
        return (int)
                checked(call, LibC.ioctl(number, request, argument.duplicate().clear()));
    }

    /**
     * Reads into the buffer from its position up to its limit, and moves the position behind what came.
     *
     * @return bytes, 0 at the end of a file
     */
    public int read(ByteBuffer into) throws ErrnoException {
        return advanced(into, checked("read", LibC.read(number, into.slice(), into.remaining())));
    }

    /** As {@link #read}, at an offset of the file. */
    public int pread(ByteBuffer into, long offset) throws ErrnoException {
        return advanced(into, checked("pread", LibC.pread(number, into.slice(), into.remaining(), offset)));
    }

    /** Writes what is between position and limit in one call, and moves the position behind what was taken. */
    public int write(ByteBuffer from) throws ErrnoException {
        return advanced(from, checked("write", LibC.write(number, from.slice(), from.remaining())));
    }

    /** Sends what is between position and limit as one message. */
    public int send(ByteBuffer from, int flags) throws ErrnoException {
        return advanced(from, checked("send", LibC.send(number, from.slice(), from.remaining(), flags)));
    }

    /**
     * Receives one message.
     *
     * @param flags of recv; with MSG_TRUNC the result is the length of the whole message even where only a part of it
     *     fits in the buffer
     * @return bytes of the message; the position moves by no more than there is room
     */
    public int receive(ByteBuffer into, int flags) throws ErrnoException {
        long length = checked("recv", LibC.recv(number, into.slice(), into.remaining(), flags));
        advanced(into, Math.min(length, into.remaining()));
        return (int) length;
    }

    /** Sets an integer option of a socket. */
    public void setOption(String call, int level, int option, int value) throws ErrnoException {
        ByteBuffer direct = ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
        direct.putInt(0, value);
        checked("setsockopt " + call, LibC.setsockopt(number, level, option, direct, Integer.BYTES));
    }

    /**
     * Waits until something is there.
     *
     * @param events {@link #POLLIN}
     * @param timeoutMillis negative for ever
     * @return what is there ({@link #POLLIN}, {@link #POLLERR}, {@link #POLLHUP}), 0 when the time is over
     */
    public int poll(int events, int timeoutMillis) throws ErrnoException {
        ByteBuffer descriptors = ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder());
        descriptors.putInt(0, number).putShort(4, (short) events);
        return checked("poll", LibC.poll(descriptors, 1, timeoutMillis)) == 0 ? 0 : descriptors.getShort(6);
    }

    /** Whether it has been closed. */
    public boolean closed() {
        return number < 0;
    }

    /** Idempotent. Errors of close say nothing that anybody could act on: the descriptor is gone all the same. */
    @Override
    public void close() {
        if (number >= 0) {
            LibC.close(number);
            number = -1;
        }
    }

    private static int advanced(ByteBuffer buffer, long by) {
        buffer.position(buffer.position() + (int) by);
        return (int) by;
    }

    private long checked(String call, long result) throws ErrnoException {
        if (result < 0) {
            throw new ErrnoException(call + " on " + name, number < 0 ? Errno.EBADF : Native.getLastError());
        }
        return result;
    }
}
