// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import io.roceguard.bridge.libc.Descriptor;
import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import io.roceguard.bridge.libc.NativeCalls;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The kernel's end of RDMA netlink. Needs no privilege. The socket is not bound: the kernel gives it an address with
 * the first request, and lets only a process with CAP_NET_ADMIN send to it besides itself.
 */
final class NetlinkSocket implements NetlinkChannel {

    private static final int AF_NETLINK = 16;
    private static final int SOCK_RAW = 3;
    private static final int NETLINK_RDMA = 20;

    /** The result of recv is the length of the whole datagram. */
    private static final int MSG_TRUNC = 0x20;

    private static final int MSG_DONTWAIT = 0x40;

    private final Descriptor descriptor;

    NetlinkSocket(Descriptor descriptor) {
        this.descriptor = descriptor;
    }

    /**
     * Opens a socket.
     *
     * @throws ErrnoException with EPROTONOSUPPORT where the kernel has no RDMA
     * @throws UnsupportedOperation where this process cannot call the C library
     */
    static NetlinkSocket open() throws ErrnoException, UnsupportedOperation {
        String obstacle = NativeCalls.unavailable();
        if (obstacle != null) {
            throw new UnsupportedOperation(obstacle);
        }
        return new NetlinkSocket(Descriptor.socket("RDMA netlink", AF_NETLINK, SOCK_RAW, NETLINK_RDMA));
    }

    @Override
    public void send(ByteBuffer message) throws ErrnoException {
        descriptor.send(message, 0);
    }

    /** The kernel answers while it takes the request, so that there is mostly no need to wait. */
    @Override
    public int receive(ByteBuffer into, int timeoutMillis) throws ErrnoException {
        int length = receiveNow(into);
        if (length != NOTHING || descriptor.poll(Descriptor.POLLIN, timeoutMillis) == 0) {
            return length;
        }
        return receiveNow(into);
    }

    private int receiveNow(ByteBuffer into) throws ErrnoException {
        try {
            return descriptor.receive(into, MSG_DONTWAIT | MSG_TRUNC);
        } catch (ErrnoException failed) {
            if (failed.errno() == Errno.EAGAIN) {
                return NOTHING;
            }
            throw failed;
        }
    }

    @Override
    public void close() {
        descriptor.close();
    }

    /** This process has no way to make the call. */
    static final class UnsupportedOperation extends IOException {
        UnsupportedOperation(String reason) {
            super(reason);
        }
    }
}
