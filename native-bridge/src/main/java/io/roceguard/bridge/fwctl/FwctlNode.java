// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The fwctl device of one PCI function.
 *
 * @param name {@code fwctl0}; the number is given anew with each registration, so it is no identity
 * @param node {@code /dev/fwctl/fwctl0}
 * @param device its link to the function, {@code /sys/class/fwctl/fwctl0/device}
 * @param pciAddress of the function that the link led to, {@code 0000:1a:00.0}
 */
public record FwctlNode(String name, Path node, Path device, String pciAddress) {

    /**
     * Whether the name still stands for that function. Asked after the node was opened this is proof: had the name moved
     * here in between, what was opened would be a removed device that answers ENODEV.
     */
    boolean belongsToItsFunction() {
        return leadsTo(device, pciAddress);
    }

    /**
     * Whether the node is the device that sysfs has under its name: whoever may make nodes may also have mixed them up, as
     * in a container with a copy of /dev.
     *
     * @return null when it is, or sysfs does not tell; else both numbers, {@code 240:1 instead of 240:0}
     * @throws IOException when the node cannot be looked at
     */
    @Nullable
    String mixedUp() throws IOException {
        Path number = device.resolveSibling("dev");
        if (!Files.exists(number)) {
            return null;
        }
        String expected = Files.readString(number).strip();
        long rdev = ((Number) Files.getAttribute(node, "unix:rdev")).longValue();
        String found = major(rdev) + ":" + minor(rdev);
        return found.equals(expected) ? null : found + " instead of " + expected;
    }

    /** As {@code gnu_dev_major} of the C library. */
    private static long major(long rdev) {
        return (rdev >>> 8 & 0xfff) | (rdev >>> 32 & 0xfffff000L);
    }

    private static long minor(long rdev) {
        return (rdev & 0xff) | (rdev >>> 12 & 0xffffff00L);
    }

    /** Whether a {@code device} link leads to that function; not when it leads nowhere. */
    static boolean leadsTo(Path device, String pciAddress) {
        try {
            return device.toRealPath().endsWith(pciAddress);
        } catch (IOException gone) {
            return false;
        }
    }
}
