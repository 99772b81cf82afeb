// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import java.io.IOException;
import java.nio.ByteBuffer;

/** One end of a netlink socket, used by one thread. Datagrams go in and out as they are. */
public interface NetlinkChannel extends AutoCloseable {

    /** What {@link #receive} returns when nothing came in time. */
    int NOTHING = -1;

    /**
     * Sends what is between position and limit as one datagram.
     *
     * @param message direct
     */
    void send(ByteBuffer message) throws IOException;

    /**
     * Receives one datagram into the buffer from its position on.
     *
     * @param into direct
     * @param timeoutMillis how long to wait for one
     * @return bytes of the datagram, more than there was room for when it was cut off; {@link #NOTHING} when none came
     */
    int receive(ByteBuffer into, int timeoutMillis) throws IOException;

    /** Idempotent. */
    @Override
    void close();

    /** Makes channels to the same peer. */
    interface Opener {
        NetlinkChannel open() throws IOException;
    }
}
