// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** What came back for a {@link FirmwareCommand}: status (8 bits), reserved (24), syndrome (32), then what was asked. */
final class FirmwareReply {

    /** Status and syndrome. */
    static final int HEADER = 8;

    private final byte[] bytes;

    /**
     * @param bytes {@value #HEADER} or more
     */
    FirmwareReply(byte[] bytes) {
        this.bytes = bytes;
    }

    /** 0 when the firmware did it, else see {@link io.roceguard.device.CommandStatus}. */
    int status() {
        return bytes[0] & 0xff;
    }

    /** 0 when it gave none. */
    int syndrome() {
        return word(4);
    }

    /** The big-endian dword at that byte offset. */
    int word(int offset) {
        return ByteBuffer.wrap(bytes).getInt(offset);
    }

    /** Everything from that byte offset on. */
    byte[] from(int offset) {
        return Arrays.copyOfRange(bytes, offset, bytes.length);
    }
}
