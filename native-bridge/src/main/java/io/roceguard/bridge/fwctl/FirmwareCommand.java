// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import java.nio.ByteBuffer;

/**
 * A command of the mlx5 command interface. Every one begins with the same 8 bytes, big-endian like all that follows:
 * opcode (16 bits), uid (16, which the kernel writes), reserved (16), op_mod (16).
 *
 * @param operation for messages, {@code GET ROCE_ACCL}
 * @param scope what it may do
 * @param request whole, not changed by anybody; position 0
 * @param replyLength bytes of a complete reply
 */
record FirmwareCommand(String operation, Scope scope, ByteBuffer request, int replyLength) {

    /** Bytes before the data of a request that has data: the header and two dwords of its own. */
    static final int HEADER = 16;

    /** A request of that many bytes with opcode and op_mod filled in. */
    static ByteBuffer request(int opcode, int opMod, int length) {
        return ByteBuffer.allocate(length).putShort(0, (short) opcode).putShort(6, (short) opMod);
    }
}
