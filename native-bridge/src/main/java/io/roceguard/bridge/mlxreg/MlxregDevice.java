// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import io.roceguard.text.Excerpt;
import java.util.regex.Pattern;

/**
 * A device as the tools take it: a PCI address ({@code 0000:1a:00.0}, {@code 1a:00.0}), {@code fwctl0},
 * {@code /dev/mst/mt4129_pciconf0}, {@code /dev/mst/mt4129_pciconf0.1} or {@code mlx5_0}. Nothing else is passed to a
 * program that runs as root. Through fwctl, mstflint up to 4.35 taints the kernel, also when it only reads.
 */
public record MlxregDevice(String spelling) {

    private static final Pattern SPELLINGS = Pattern.compile("(?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]"
            + "|fwctl[0-9]{1,5}"
            + "|/dev/mst/mt[0-9]{3,6}_pciconf[0-9]{1,3}(?:\\.[0-9])?"
            + "|mlx5_[0-9]{1,5}");

    /** @throws IllegalArgumentException on any other spelling */
    public MlxregDevice {
        if (!SPELLINGS.matcher(spelling).matches()) {
            throw new IllegalArgumentException("mlxreg takes a device as 0000:1a:00.0, 1a:00.0, fwctl0,"
                    + " /dev/mst/mt4129_pciconf0 or mlx5_0: device=" + Excerpt.of(spelling) + ".");
        }
    }

    /** Whether the tool goes through fwctl; with every other spelling it goes through PCI. */
    boolean isFwctl() {
        return spelling.startsWith("fwctl");
    }

    @Override
    public String toString() {
        return spelling;
    }
}
