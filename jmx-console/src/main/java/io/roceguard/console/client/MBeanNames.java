// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.client;

import java.util.regex.Pattern;
import javax.management.ObjectName;

/** The names of the daemon's MBeans. */
public final class MBeanNames {

    public static final String DAEMON = "io.roceguard:type=Daemon";

    /** Matches the Nic MBean of every NIC. */
    public static final String ALL_NICS = "io.roceguard:type=Nic,*";

    /** Matches the QueuePairs MBean of every NIC. */
    public static final String ALL_QUEUE_PAIRS = "io.roceguard:type=QueuePairs,*";

    /** Matches the AdpProfile MBean of every NIC. */
    public static final String ALL_ADP_PROFILES = "io.roceguard:type=AdpProfile,*";

    private static final Pattern NEEDS_QUOTES = Pattern.compile("[,=:\"*?\\\\\\n]");

    private MBeanNames() {}

    /** The register of that NIC. */
    public static String roceAccl(String nic) {
        return "io.roceguard:type=RoceAccl,nic=" + value(nic);
    }

    /** The profile of that NIC. */
    public static String adpProfile(String nic) {
        return "io.roceguard:type=AdpProfile,nic=" + value(nic);
    }

    /** The queue pairs of that NIC. */
    public static String queuePairs(String nic) {
        return "io.roceguard:type=QueuePairs,nic=" + value(nic);
    }

    private static String value(String nic) {
        return NEEDS_QUOTES.matcher(nic).find() || nic.isEmpty() ? ObjectName.quote(nic) : nic;
    }
}
