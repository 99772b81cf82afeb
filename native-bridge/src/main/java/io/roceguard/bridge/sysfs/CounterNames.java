// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import java.util.Set;

/** What counters are called where two sources of one port have the same name ({@code link_downed} of some drivers). */
public final class CounterNames {

    private CounterNames() {}

    /**
     * The name of a hardware counter in a sample that also holds those of {@code ports/N/counters}.
     *
     * @param counter as in {@code hw_counters}, or as netlink calls the same counter
     * @param portCounters the names in {@code ports/N/counters}, which keep theirs
     * @return {@code hw_<name>} where both have it, else the name
     */
    public static String ofHardware(String counter, Set<String> portCounters) {
        return portCounters.contains(counter) ? "hw_" + counter : counter;
    }
}
