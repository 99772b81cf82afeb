// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import io.roceguard.device.QueuePairTiming;
import java.nio.ByteBuffer;

/**
 * QUERY_QP ({@code query_qp_in}, {@code query_qp_out}, {@code qpc} and {@code ads} of kernel
 * {@code include/linux/mlx5/mlx5_ifc.h}). Bits of the reply, 0 = LSB of its big-endian dword:
 *
 * <pre>
 *   18h     the queue pair context begins
 *   2Ch  23:0  remote_qpn
 *   38h 31:27  ack_timeout of the primary address path
 *   88h 18:16  retry_count    15:13 rnr_retry    7:5 cur_retry_count
 *  100h     reserved; 110h page addresses, not asked for
 * </pre>
 */
final class QueryQp {

    /** Highest QP number. */
    static final int MAX_NUMBER = 0xffffff;

    private static final int OPCODE = 0x050b;
    private static final int NUMBER_AT = 8;
    private static final int REPLY_LENGTH = 0x110;

    private QueryQp() {}

    /**
     * @throws IllegalArgumentException when the number has more than 24 bits
     */
    static FirmwareCommand command(int number) {
        if (number < 0 || number > MAX_NUMBER) {
            throw new IllegalArgumentException("a QP number has 24 bits: number=" + number);
        }
        ByteBuffer request =
                FirmwareCommand.request(OPCODE, 0, FirmwareCommand.HEADER).putInt(NUMBER_AT, number);
        return new FirmwareCommand("QUERY_QP " + number, Scope.DEBUG_READ_ONLY, request, REPLY_LENGTH);
    }

    /** What a complete reply says about that queue pair. */
    static QueuePairTiming timing(int number, FirmwareReply reply) {
        int retries = reply.word(0x88);
        return new QueuePairTiming(
                number,
                reply.word(0x2c) & MAX_NUMBER,
                reply.word(0x38) >>> 27,
                retries >>> 16 & 7,
                retries >>> 5 & 7,
                retries >>> 13 & 7);
    }
}
