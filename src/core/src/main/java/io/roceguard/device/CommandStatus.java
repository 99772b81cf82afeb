// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import java.util.Arrays;
import java.util.Optional;

/**
 * Status of a firmware command, as the command interface of mlx5 numbers it (Linux {@code include/linux/mlx5/device.h},
 * {@code MLX5_CMD_STAT_*} without the suffix {@code _ERR}).
 */
public enum CommandStatus {
    INTERNAL(0x1),
    BAD_OP(0x2),
    BAD_PARAM(0x3),
    BAD_SYS_STATE(0x4),
    BAD_RES(0x5),
    BUSY(0x6),
    FW_NOT_READY(0x7),
    LIM(0x8),
    BAD_RES_STATE(0x9),
    IX(0xa),
    NO_RES(0xf),
    BAD_QP_STATE(0x10),
    BAD_PKT(0x30),
    BAD_SIZE_OUTS_CQES(0x40),
    BAD_INP_LEN(0x50),
    BAD_OUTP_LEN(0x51);

    private final int code;

    CommandStatus(int code) {
        this.code = code;
    }

    /** The number on the wire. */
    public int code() {
        return code;
    }

    /** The status with that number; empty for 0 (OK) and for numbers that the kernel does not name. */
    public static Optional<CommandStatus> of(int code) {
        return Arrays.stream(values()).filter(status -> status.code == code).findFirst();
    }

    /** Its name for people, {@code BAD_PARAM}; {@code unknown status} where the number has none. */
    public static String nameOf(int code) {
        return of(code).map(Enum::name).orElse("unknown status");
    }
}
