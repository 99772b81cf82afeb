// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One port of a NIC. Anything the host does not tell is null.
 *
 * @param number 1-based
 * @param linkLayer what it speaks
 * @param state logical state by name, {@code ACTIVE}, {@code DOWN}
 * @param physicalState {@code LinkUp}, {@code Polling}
 * @param rate as the kernel prints it, {@code 200 Gb/sec (2X NDR)}; per rail on a bonded device
 * @param netdevs network interfaces over this port, sorted
 * @param bonded true where the device is a RoCE LAG; its rails and total rate are unknown from the host
 */
public record PortInfo(
        int number,
        LinkLayer linkLayer,
        @Nullable String state,
        @Nullable String physicalState,
        @Nullable String rate,
        List<String> netdevs,
        boolean bonded) {

    public PortInfo {
        netdevs = List.copyOf(netdevs);
    }
}
