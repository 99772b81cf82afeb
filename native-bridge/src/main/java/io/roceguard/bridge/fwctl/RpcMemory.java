// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import io.roceguard.bridge.libc.NativeCalls;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One FWCTL_RPC as it lies in memory: {@code struct fwctl_rpc} (kernel {@code include/uapi/fwctl/fwctl.h}), behind it the
 * request, behind that room for the reply. One piece, so that whoever holds the structure holds all that it points to.
 *
 * <pre>
 *   0 u32 size = 32      4 u32 scope
 *   8 u32 in_len        12 u32 out_len, in and out
 *  16 u64 in            24 u64 out
 * </pre>
 */
final class RpcMemory {

    private static final int STRUCTURE = 32;

    private final ByteBuffer memory;
    private final int replyAt;
    private final int replyLength;

    RpcMemory(FirmwareCommand command) {
        ByteBuffer request = command.request().duplicate().clear();
        replyAt = STRUCTURE + request.remaining();
        replyLength = command.replyLength();
        memory = ByteBuffer.allocateDirect(replyAt + replyLength).order(ByteOrder.nativeOrder());
        long address = NativeCalls.addressOf(memory);
        memory.putInt(STRUCTURE)
                .putInt(command.scope().number())
                .putInt(request.remaining())
                .putInt(replyLength)
                .putLong(address + STRUCTURE)
                .putLong(address + replyAt)
                .put(request);
    }

    /** For ioctl. */
    ByteBuffer structure() {
        return memory;
    }

    /** The bytes of the reply that the kernel says it wrote, no more than were asked for. */
    byte[] reply() {
        int written = memory.getInt(12);
        int length = written < 0 ? replyLength : Math.min(written, replyLength);
        byte[] reply = new byte[length];
        memory.duplicate().position(replyAt).get(reply);
        return reply;
    }
}
