// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** The ObjectNames of the daemon; what JMX reserves in a value is quoted. */
public final class Names {

    public static final String DOMAIN = "io.roceguard";

    private Names() {}

    public static ObjectName daemon() {
        return name("type=Daemon");
    }

    public static ObjectName nic(String nic) {
        return name("type=Nic,name=" + value(nic));
    }

    public static ObjectName roceAccl(String nic) {
        return name("type=RoceAccl,nic=" + value(nic));
    }

    public static ObjectName adpProfile(String nic) {
        return name("type=AdpProfile,nic=" + value(nic));
    }

    public static ObjectName counters(String nic, int port) {
        return name("type=Counters,nic=" + value(nic) + ",port=" + port);
    }

    public static ObjectName queuePairs(String nic) {
        return name("type=QueuePairs,nic=" + value(nic));
    }

    private static ObjectName name(String keys) {
        try {
            return new ObjectName(DOMAIN + ":" + keys);
        } catch (MalformedObjectNameException impossible) {
            throw new IllegalStateException("The object name " + keys + " is malformed", impossible);
        }
    }

    private static String value(String plain) {
        return plain.matches("[^,=:\"*?\\n]+") ? plain : ObjectName.quote(plain);
    }
}
