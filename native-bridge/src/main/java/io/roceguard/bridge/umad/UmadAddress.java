// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.umad;

import org.jspecify.annotations.Nullable;

/**
 * Where a MAD goes to or comes from.
 *
 * @param qpn remote queue pair, 24 bits; 1 for the general services interface
 * @param qkey remote Q_Key; 0 in what was received
 * @param pkeyIndex index into the port's P_Key table, 16 bits
 * @param lid remote LID, 16 bits; 0 on RoCE
 * @param sl service level, 4 bits
 * @param grh global route; null where there is none, which never works on RoCE
 */
public record UmadAddress(
        int qpn,
        int qkey,
        int pkeyIndex,
        int lid,
        int sl,
        @Nullable Grh grh) {

    /** The Q_Key of every QP 1. */
    public static final int GSI_QKEY = 0x80010000;

    /**
     * What goes into the global route header.
     *
     * @param gid the remote one
     * @param gidIndex of the local one in the port's table, 8 bits
     * @param hopLimit 8 bits
     * @param trafficClass 8 bits
     * @param flowLabel 20 bits
     */
    public record Grh(Gid gid, int gidIndex, int hopLimit, int trafficClass, int flowLabel) {
        public Grh {
            requireBits("gidIndex", gidIndex, 8);
            requireBits("hopLimit", hopLimit, 8);
            requireBits("trafficClass", trafficClass, 8);
            requireBits("flowLabel", flowLabel, 20);
        }
    }

    public UmadAddress {
        requireBits("qpn", qpn, 24);
        requireBits("pkeyIndex", pkeyIndex, 16);
        requireBits("lid", lid, 16);
        requireBits("sl", sl, 4);
    }

    /** QP 1 of the port with that GID, reached from the local GID of that index, as RoCE needs it. */
    public static UmadAddress gsi(Gid gid, int gidIndex) {
        return new UmadAddress(1, GSI_QKEY, 0, 0, 0, new Grh(gid, gidIndex, 64, 0, 0));
    }

    private static void requireBits(String name, int value, int bits) {
        if (value < 0 || value >= 1 << bits) {
            throw new IllegalArgumentException(name + " must be 0.." + ((1 << bits) - 1) + ": " + value);
        }
    }
}
