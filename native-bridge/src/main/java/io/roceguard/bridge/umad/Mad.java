// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.umad;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A management datagram as it stands on the wire, {@value #BYTES} bytes (IBA 13.4.3). Immutable; only the common header is
 * understood here.
 */
public final class Mad {

    public static final int BYTES = 256;

    /** Length of the common header, behind which the class begins. */
    public static final int HEADER_BYTES = 24;

    private static final int RESPONSE = 0x80;

    private final ByteBuffer bytes;

    private Mad(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    /** @throws IllegalArgumentException unless there are {@value #BYTES} bytes */
    public static Mad of(byte... bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("A MAD has " + BYTES + " bytes: " + bytes.length);
        }
        return new Mad(bytes.clone());
    }

    /** A copy. */
    public byte[] toBytes() {
        return bytes.array().clone();
    }

    /** {@code MgmtClass}, 0..255. */
    public int managementClass() {
        return bytes.get(1) & 0xff;
    }

    /** {@code Method} with its response bit, 0..255. */
    public int method() {
        return bytes.get(3) & 0xff;
    }

    public boolean isResponse() {
        return (method() & RESPONSE) != 0;
    }

    /** {@code Status}, 16 bits. */
    public int status() {
        return bytes.getShort(4) & 0xffff;
    }

    /** {@code TransactionID}; the upper 32 bits are the kernel's. */
    public long transactionId() {
        return bytes.getLong(8);
    }

    /** {@code AttributeID}, 16 bits. */
    public int attributeId() {
        return bytes.getShort(16) & 0xffff;
    }

    /** {@code AttributeModifier}. */
    public int attributeModifier() {
        return bytes.getInt(20);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Mad mad && Arrays.equals(bytes.array(), mad.bytes.array());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes.array());
    }

    /** {@code MAD class 0x32 method 0x1 attribute 0x0 transaction 0x1000}. */
    @Override
    public String toString() {
        return String.format(
                "MAD class 0x%x method 0x%x attribute 0x%x transaction 0x%x",
                managementClass(), method(), attributeId(), transactionId());
    }
}
