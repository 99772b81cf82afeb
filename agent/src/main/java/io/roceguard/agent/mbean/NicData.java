// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.device.NicIdentity;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;

/** Which NIC a notification is about, as open data. */
final class NicData {

    private static final String[] ITEMS = {"nic", "stableId"};

    private NicData() {}

    static CompositeData of(NicIdentity nic) {
        OpenType<?>[] types = {SimpleType.STRING, SimpleType.STRING};
        try {
            CompositeType type = new CompositeType("Nic", "Which NIC", ITEMS, ITEMS, types);
            return new CompositeDataSupport(type, ITEMS, new Object[] {nic.name(), nic.stableId()});
        } catch (OpenDataException impossible) {
            throw new IllegalStateException("The open type of a NIC is wrong", impossible);
        }
    }
}
