// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.device.NicIdentity;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.jspecify.annotations.Nullable;

/** Which NIC a notification is about, as open data. */
final class NicData {

    private static final String[] ITEMS = {"nic", "stableId", "renamedFrom", "renamedTo"};

    private NicData() {}

    /**
     * @param renamedFrom name that this NIC had before, null when it has not just got a new one
     * @param renamedTo name that this NIC has from now on, null when it keeps its own or is gone
     */
    static CompositeData of(NicIdentity nic, @Nullable String renamedFrom, @Nullable String renamedTo) {
        OpenType<?>[] types = {SimpleType.STRING, SimpleType.STRING, SimpleType.STRING, SimpleType.STRING};
        try {
            CompositeType type = new CompositeType("Nic", "Which NIC", ITEMS, ITEMS, types);
            return new CompositeDataSupport(
                    type, ITEMS, new @Nullable Object[] {nic.name(), nic.stableId(), renamedFrom, renamedTo});
        } catch (OpenDataException impossible) {
            throw new IllegalStateException("The open type of a NIC is wrong", impossible);
        }
    }
}
