// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.libc;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Whether this JVM can call the C library, and what a pointer to a buffer is. */
public final class NativeCalls {

    private NativeCalls() {}

    /**
     * Why native calls are not possible, for people; null when they are. They are not where JNA's own library cannot be
     * unpacked or loaded: a directory for temporary files that is full or mounted noexec, or an unknown architecture.
     */
    public static @Nullable String unavailable() {
        return Answer.OBSTACLE;
    }

    /**
     * Where a direct buffer begins, for a structure that holds its address. The buffer must be kept reachable until the
     * call has ended.
     */
    public static long addressOf(ByteBuffer direct) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(direct));
    }

    /** Found once, on first use. */
    private static final class Answer {

        static final @Nullable String OBSTACLE = obstacle();

        private static @Nullable String obstacle() {
            try {
                return LibC.strerror(0) == null ? "the C library does not answer" : null;
            } catch (LinkageError failed) {
                Throwable cause = failed.getCause() == null ? failed : failed.getCause();
                return "native calls are not possible in this process: " + cause.getMessage();
            }
        }
    }
}
