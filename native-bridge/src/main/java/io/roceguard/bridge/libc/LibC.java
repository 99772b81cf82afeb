// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.libc;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;

/**
 * The C library by direct mapping, for 64-bit Linux: {@code size_t}, {@code ssize_t}, {@code off_t} and the request of
 * ioctl are a {@code long}. Looked up in the process itself and not by opening libc, so that whatever the loader put in
 * front of it counts. Buffers are direct.
 */
final class LibC {

    static {
        if (Native.POINTER_SIZE != Long.BYTES) {
            throw new UnsatisfiedLinkError("a JVM of 32 bits");
        }
        Native.register(LibC.class, NativeLibrary.getProcess());
    }

    private LibC() {}

    static native int open(String path, int flags);

    static native int close(int descriptor);

    static native int ioctl(int descriptor, long request, ByteBuffer argument);

    static native long read(int descriptor, ByteBuffer into, long length);

    static native long pread(int descriptor, ByteBuffer into, long length, long offset);

    static native long write(int descriptor, ByteBuffer from, long length);

    static native int socket(int domain, int type, int protocol);

    static native int setsockopt(int socket, int level, int option, ByteBuffer value, int length);

    static native long send(int socket, ByteBuffer from, long length, int flags);

    static native long recv(int socket, ByteBuffer into, long length, int flags);

    /** The descriptors as an array of {@code struct pollfd}. */
    static native int poll(ByteBuffer descriptors, long count, int timeoutMillis);

    static native Pointer strerror(int errno);
}
