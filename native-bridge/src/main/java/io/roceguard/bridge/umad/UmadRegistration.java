// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.umad;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;

/**
 * What an agent sends and receives.
 *
 * @param qpn 0 (SMI, InfiniBand only) or 1 (GSI)
 * @param managementClass 1..255
 * @param classVersion 1..255
 * @param oui 24 bits, {@code 0x001405}; needed by the vendor classes 0x30..0x4f, else 0
 * @param methods which requests of others it receives, each 0..127; empty for one that only gets responses
 */
public record UmadRegistration(int qpn, int managementClass, int classVersion, int oui, Set<Integer> methods) {

    /** Bytes of {@code struct ib_user_mad_reg_req2}. */
    static final int BYTES = 40;

    private static final int METHOD_MASK = 16;
    private static final int OUI = 32;

    public UmadRegistration {
        methods = Set.copyOf(methods);
        require(qpn == 0 || qpn == 1, "qpn must be 0 or 1", qpn);
        require(managementClass >= 1 && managementClass <= 255, "managementClass must be 1..255", managementClass);
        require(classVersion >= 1 && classVersion <= 255, "classVersion must be 1..255", classVersion);
        require(oui >>> 24 == 0, "oui must have 24 bits", oui);
        require(oui != 0 || managementClass < 0x30 || managementClass > 0x4f, "A vendor class needs an oui", oui);
        for (int method : methods) {
            require(method >= 0 && method <= 127, "methods must be 0..127", method);
        }
    }

    /** On QP 1, for requests of its own and their responses. */
    public static UmadRegistration client(int managementClass, int classVersion, int oui) {
        return new UmadRegistration(1, managementClass, classVersion, oui, Set.of());
    }

    private static void require(boolean holds, String rule, int value) {
        if (!holds) {
            throw new IllegalArgumentException(rule + ": " + value);
        }
    }

    /** The argument of {@code IB_USER_MAD_REGISTER_AGENT2}, whose first four bytes the kernel fills in. */
    ByteBuffer encode() {
        ByteBuffer request = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
        request.putInt(4, qpn)
                .put(8, (byte) managementClass)
                .put(9, (byte) classVersion)
                .putInt(OUI, oui);
        for (int method : methods) {
            int at = METHOD_MASK + Long.BYTES * (method / Long.SIZE);
            request.putLong(at, request.getLong(at) | 1L << method % Long.SIZE);
        }
        return request;
    }
}
