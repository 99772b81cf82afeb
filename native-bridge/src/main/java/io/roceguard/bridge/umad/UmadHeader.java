// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.umad;

import io.roceguard.bridge.umad.UmadAddress.Grh;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * {@code struct ib_user_mad_hdr}, in front of every MAD that is written or read. What concerns the wire is big-endian in
 * it, the rest is in host order.
 *
 * @param agent number of the agent
 * @param status 0, or the errno of a request that came back
 * @param timeoutMillis to wait for a response, 0 for none; unset when received
 * @param retries after the first attempt; unset when received
 */
record UmadHeader(int agent, int status, int timeoutMillis, int retries, UmadAddress address) {

    static final int BYTES = 64;

    private static final int ID = 0;
    private static final int STATUS = 4;
    private static final int TIMEOUT_MS = 8;
    private static final int RETRIES = 12;
    private static final int LENGTH = 16;
    private static final int QPN = 20;
    private static final int QKEY = 24;
    private static final int LID = 28;
    private static final int SL = 30;
    private static final int GRH_PRESENT = 32;
    private static final int GID_INDEX = 33;
    private static final int HOP_LIMIT = 34;
    private static final int TRAFFIC_CLASS = 35;
    private static final int GID = 36;
    private static final int FLOW_LABEL = 52;
    private static final int PKEY_INDEX = 56;

    private static final int FLOW_LABEL_BITS = 0xfffff;

    /**
     * Writes it to the beginning of the buffer.
     *
     * @param madBytes length of the MAD behind it
     */
    void encode(ByteBuffer into, int madBytes) {
        into.order(ByteOrder.nativeOrder());
        for (int at = 0; at < BYTES; at += Long.BYTES) {
            into.putLong(at, 0);
        }
        into.putInt(ID, agent)
                .putInt(STATUS, status)
                .putInt(TIMEOUT_MS, timeoutMillis)
                .putInt(RETRIES, retries)
                .putInt(LENGTH, BYTES + madBytes)
                .putShort(PKEY_INDEX, (short) address.pkeyIndex());
        into.order(ByteOrder.BIG_ENDIAN)
                .putInt(QPN, address.qpn())
                .putInt(QKEY, address.qkey())
                .putShort(LID, (short) address.lid())
                .put(SL, (byte) address.sl());
        Grh grh = address.grh();
        if (grh != null) {
            into.put(GRH_PRESENT, (byte) 1)
                    .put(GID_INDEX, (byte) grh.gidIndex())
                    .put(HOP_LIMIT, (byte) grh.hopLimit())
                    .put(TRAFFIC_CLASS, (byte) grh.trafficClass())
                    .putLong(GID, grh.gid().subnetPrefix())
                    .putLong(GID + Long.BYTES, grh.gid().interfaceId())
                    .putInt(FLOW_LABEL, grh.flowLabel());
        }
    }

    /** Reads it from the beginning of the buffer, which has {@value #BYTES} bytes at least. */
    static UmadHeader decode(ByteBuffer from) {
        from.order(ByteOrder.nativeOrder());
        int agent = from.getInt(ID);
        int status = from.getInt(STATUS);
        int timeoutMillis = from.getInt(TIMEOUT_MS);
        int retries = from.getInt(RETRIES);
        int pkeyIndex = from.getShort(PKEY_INDEX) & 0xffff;
        from.order(ByteOrder.BIG_ENDIAN);
        UmadAddress address = new UmadAddress(
                from.getInt(QPN) & 0xffffff,
                from.getInt(QKEY),
                pkeyIndex,
                from.getShort(LID) & 0xffff,
                from.get(SL) & 0xf,
                grh(from));
        return new UmadHeader(agent, status, timeoutMillis, retries, address);
    }

    private static @Nullable Grh grh(ByteBuffer from) {
        if (from.get(GRH_PRESENT) == 0) {
            return null;
        }
        return new Grh(
                new Gid(from.getLong(GID), from.getLong(GID + Long.BYTES)),
                from.get(GID_INDEX) & 0xff,
                from.get(HOP_LIMIT) & 0xff,
                from.get(TRAFFIC_CLASS) & 0xff,
                from.getInt(FLOW_LABEL) & FLOW_LABEL_BITS);
    }
}
