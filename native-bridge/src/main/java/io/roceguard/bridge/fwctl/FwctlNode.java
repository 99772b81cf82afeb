// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import java.io.IOException;
import java.nio.file.Path;

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

    /** Whether a {@code device} link leads to that function; not when it leads nowhere. */
    static boolean leadsTo(Path device, String pciAddress) {
        try {
            return device.toRealPath().endsWith(pciAddress);
        } catch (IOException gone) {
            return false;
        }
    }
}
