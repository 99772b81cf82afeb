// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.util.Arrays;

/** Controls the double of /dev/fwctl/fwctl0 (src/test/c/fwctl.c) that was preloaded into this process. */
final class FwctlDouble {

    static final int OPEN = 0;
    static final int INFO = 1;
    static final int RPC = 2;

    private FwctlDouble() {}

    /** Whether it is in this process. */
    static boolean loaded() {
        try {
            NativeLibrary.getProcess().getFunction("fwctl_double_reset");
            return true;
        } catch (UnsatisfiedLinkError absent) {
            return false;
        }
    }

    /** Its functions. Apart, so that a process without them can ask {@link #loaded()}. */
    private static final class Calls {

        static {
            Native.register(Calls.class, NativeLibrary.getProcess());
        }

        private Calls() {}

        static native void fwctl_double_reset();

        static native void fwctl_double_fail(int call, int errno, int times);

        static native void fwctl_double_remove();

        static native void fwctl_double_identify(int type, int caps, int infoLength);

        static native void fwctl_double_set_word(int dword, int value);

        static native void fwctl_double_set_profile_word(int dword, int value);

        static native int fwctl_double_word(int dword);

        static native void fwctl_double_set_register_bytes(int bytes);

        static native void fwctl_double_refuse(int status, int syndrome, int times);

        static native void fwctl_double_cut_replies(int bytes);

        static native void fwctl_double_set_queue_pair(
                int number, int remote, int ackTimeout, int retries, int left, int rnr);

        static native void fwctl_double_block();

        static native void fwctl_double_await_blocked();

        static native void fwctl_double_release();

        static native int fwctl_double_opens();

        static native int fwctl_double_closes();

        static native int fwctl_double_rpcs();

        static native int fwctl_double_scopes(int scope);

        static native int fwctl_double_last_request(byte[] into);

        static native int fwctl_double_last_room();
    }

    static void reset() {
        Calls.fwctl_double_reset();
    }

    /** The next calls of that kind ({@link #OPEN}, {@link #INFO}, {@link #RPC}) fail. */
    static void fail(int call, int errno, int times) {
        Calls.fwctl_double_fail(call, errno, times);
    }

    /** What is open now stands for a removed device. */
    static void remove() {
        Calls.fwctl_double_remove();
    }

    static void identify(int deviceType, int uctxCaps, int infoLength) {
        Calls.fwctl_double_identify(deviceType, uctxCaps, infoLength);
    }

    static void setWords(int... words) {
        for (int i = 0; i < words.length; i++) {
            Calls.fwctl_double_set_word(i, words[i]);
        }
    }

    /** One dword of profile 1, by its place in the register. */
    static void setProfileWord(int dword, int value) {
        Calls.fwctl_double_set_profile_word(dword, value);
    }

    static int word(int dword) {
        return Calls.fwctl_double_word(dword);
    }

    /** The only length of the register that the firmware takes, 0x40 or 0x80. */
    static void setRegisterBytes(int bytes) {
        Calls.fwctl_double_set_register_bytes(bytes);
    }

    static void refuse(int status, int syndrome, int times) {
        Calls.fwctl_double_refuse(status, syndrome, times);
    }

    static void cutReplies(int bytes) {
        Calls.fwctl_double_cut_replies(bytes);
    }

    static void setQueuePair(int number, int remote, int ackTimeout, int retries, int left, int rnr) {
        Calls.fwctl_double_set_queue_pair(number, remote, ackTimeout, retries, left, rnr);
    }

    /** The next command stays in the kernel until {@link #release()}. */
    static void block() {
        Calls.fwctl_double_block();
    }

    static void awaitBlocked() {
        Calls.fwctl_double_await_blocked();
    }

    static void release() {
        Calls.fwctl_double_release();
    }

    static int opens() {
        return Calls.fwctl_double_opens();
    }

    static int closes() {
        return Calls.fwctl_double_closes();
    }

    static int rpcs() {
        return Calls.fwctl_double_rpcs();
    }

    /** How many commands came in that scope. */
    static int commandsInScope(int scope) {
        return Calls.fwctl_double_scopes(scope);
    }

    /** The last request as this process sent it. */
    static byte[] lastRequest() {
        byte[] buffer = new byte[512];
        int length = Calls.fwctl_double_last_request(buffer);
        return Arrays.copyOf(buffer, length);
    }

    /** The out_len that came with it. */
    static int lastRoom() {
        return Calls.fwctl_double_last_room();
    }
}
