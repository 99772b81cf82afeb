// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

/**
 * What the firmware gave this process when the device was opened ({@code struct fwctl_info_mlx5}).
 *
 * @param uid the user context that the kernel writes into each command
 * @param uctxCaps capabilities of that context, a bit mask
 */
public record FwctlInfo(int uid, int uctxCaps) {

    /** {@code MLX5_UCTX_CAP_TOOLS_RESOURCES}. */
    private static final int TOOLS_RESOURCES = 0x4;

    /** Whether the firmware lets this process at what belongs to the whole function; without it, expect refusals. */
    public boolean toolsResources() {
        return (uctxCaps & TOOLS_RESOURCES) != 0;
    }
}
