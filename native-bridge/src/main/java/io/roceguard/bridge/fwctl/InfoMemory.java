// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import io.roceguard.bridge.libc.NativeCalls;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One FWCTL_INFO as it lies in memory: {@code struct fwctl_info} (kernel {@code include/uapi/fwctl/fwctl.h}), behind it
 * room for {@code struct fwctl_info_mlx5}.
 *
 * <pre>
 *   0 u32 size = 24           4 u32 flags = 0
 *   8 u32 out_device_type    12 u32 device_data_len, in and out
 *  16 u64 out_device_data
 *  24 u32 uid                28 u32 uctx_caps
 * </pre>
 */
final class InfoMemory {

    /** {@code FWCTL_DEVICE_TYPE_MLX5}. */
    static final int MLX5 = 1;

    private static final int STRUCTURE = 24;
    private static final int MLX5_DATA = 8;

    private final ByteBuffer memory =
            ByteBuffer.allocateDirect(STRUCTURE + MLX5_DATA).order(ByteOrder.nativeOrder());

    InfoMemory() {
        memory.putInt(0, STRUCTURE).putInt(12, MLX5_DATA).putLong(16, NativeCalls.addressOf(memory) + STRUCTURE);
    }

    /** For ioctl. */
    ByteBuffer structure() {
        return memory;
    }

    int deviceType() {
        return memory.getInt(8);
    }

    /** {@code MLX5}, {@code CXL}, {@code type 9} for a number without a name. */
    String deviceTypeName() {
        return switch (deviceType()) {
            case MLX5 -> "MLX5";
            case 2 -> "CXL";
            case 3 -> "BNXT";
            case 4 -> "PDS";
            default -> "type " + Integer.toUnsignedString(deviceType());
        };
    }

    /** Whether the kernel wrote all of {@code struct fwctl_info_mlx5}. */
    boolean complete() {
        return Integer.compareUnsigned(memory.getInt(12), MLX5_DATA) >= 0;
    }

    FwctlInfo info() {
        return new FwctlInfo(memory.getInt(STRUCTURE), memory.getInt(STRUCTURE + 4));
    }
}
