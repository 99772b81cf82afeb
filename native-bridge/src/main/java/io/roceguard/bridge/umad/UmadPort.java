// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.umad;

import io.roceguard.bridge.libc.Descriptor;
import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import io.roceguard.bridge.libc.NativeCalls;
import io.roceguard.device.NicException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * An open umad node with its agents. Used by one thread; a receive that waits cannot be interrupted. Numbers of ioctl are
 * those of {@code asm-generic}, as x86-64 and arm64 have them.
 */
public final class UmadPort implements AutoCloseable {

    /** {@code _IO(0x1b, 3)}. */
    private static final long ENABLE_PKEY = 0x1b03;

    /** {@code _IOWR(0x1b, 4, struct ib_user_mad_reg_req2)}. */
    private static final long REGISTER_AGENT2 = 3L << 30 | (long) UmadRegistration.BYTES << 16 | 0x1b04;

    /** {@code _IOW(0x1b, 2, __u32)}. */
    private static final long UNREGISTER_AGENT = 1L << 30 | (long) Integer.BYTES << 16 | 0x1b02;

    /** The largest MAD of a kernel, Omni-Path's; one that does not fit would stay at the head of the queue for ever. */
    private static final int MOST_MAD_BYTES = 2048;

    private final UmadDevice device;
    private final UmadFailures failures;
    private final Descriptor node;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(UmadHeader.BYTES + MOST_MAD_BYTES);

    /** @param node on which P_Key indexes are enabled */
    UmadPort(UmadDevice device, Descriptor node) {
        this.device = device;
        this.failures = new UmadFailures(device);
        this.node = node;
    }

    /**
     * Opens the node.
     *
     * @throws NicException.Denied where this process may not
     * @throws NicException.Unreachable when the device is gone
     */
    public static UmadPort open(UmadDevice device) throws NicException {
        String obstacle = NativeCalls.unavailable();
        if (obstacle != null) {
            throw new NicException.NotSupported(
                    device.rdmaDevice(),
                    "Opening " + device.node(),
                    obstacle,
                    "Give the JVM a directory for temporary files (-Djava.io.tmpdir) that is not full nor noexec.");
        }
        Descriptor node = null;
        try {
            node = Descriptor.open(device.node().toString(), Descriptor.O_RDWR);
            node.ioctl("IB_USER_MAD_ENABLE_PKEY", ENABLE_PKEY, ByteBuffer.allocateDirect(Integer.BYTES));
            return new UmadPort(device, node);
        } catch (ErrnoException failed) {
            if (node != null) {
                node.close();
            }
            throw new UmadFailures(device).opening(failed);
        }
    }

    /**
     * Registers an agent; up to 32 at a time.
     *
     * @throws NicException.Busy when another program has registered one of the methods of this class
     * @throws NicException.NotSupported when the port has no such QP
     */
    public UmadAgent register(UmadRegistration wanted) throws NicException {
        ByteBuffer request = wanted.encode();
        try {
            node.ioctl("IB_USER_MAD_REGISTER_AGENT2", REGISTER_AGENT2, request);
            return new UmadAgent(request.getInt(0));
        } catch (ErrnoException failed) {
            throw failures.registering(wanted, failed);
        }
    }

    /** Gives up an agent; requests of it that wait for a response are dropped. Nothing happens if it is gone already. */
    public void unregister(UmadAgent agent) throws NicException {
        ByteBuffer id = ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
        id.putInt(0, agent.id());
        try {
            node.ioctl("IB_USER_MAD_UNREGISTER_AGENT", UNREGISTER_AGENT, id);
        } catch (ErrnoException failed) {
            if (failed.errno() != Errno.EINVAL) {
                throw failures.receiving(failed);
            }
        }
    }

    /**
     * Hands a MAD to the kernel, which sends it and repeats it until a response comes. A normal return says no more than
     * that it was taken.
     *
     * @param timeoutMillis how long each attempt waits for a response; 0 for a MAD that gets none, a response itself
     * @param retries attempts after the first
     */
    public void send(UmadAgent agent, Mad mad, UmadAddress to, int timeoutMillis, int retries) throws NicException {
        if (timeoutMillis < 0 || retries < 0) {
            throw new IllegalArgumentException(
                    "timeoutMillis and retries must not be negative: " + timeoutMillis + ", " + retries);
        }
        new UmadHeader(agent.id(), 0, timeoutMillis, retries, to).encode(buffer, Mad.BYTES);
        buffer.clear().position(UmadHeader.BYTES);
        buffer.put(mad.toBytes()).flip();
        try {
            node.write(buffer);
        } catch (ErrnoException failed) {
            throw failures.sending(failed);
        }
    }

    /**
     * The next thing that comes for any agent of this port, or {@link UmadReceipt.Nothing} when the time is over.
     *
     * @param atMost rounded up to milliseconds; zero looks and does not wait
     * @throws NicException.Unreachable when the device is gone, which many kernels tell only when the next MAD is sent
     */
    public UmadReceipt receive(Duration atMost) throws NicException {
        long deadline = System.nanoTime() + atMost.toNanos();
        try {
            while (true) {
                long left = Math.max(0, deadline - System.nanoTime());
                if (comes(left)) {
                    return read();
                }
                if (left == 0) {
                    return new UmadReceipt.Nothing();
                }
            }
        } catch (ErrnoException failed) {
            throw failures.receiving(failed);
        }
    }

    /** Whether something can be read; false also when a signal ended the wait. */
    private boolean comes(long nanos) throws ErrnoException {
        if (node.closed()) {
            throw new ErrnoException("poll on " + device.node(), Errno.EBADF);
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos + TimeUnit.MILLISECONDS.toNanos(1) - 1);
        try {
            return node.poll(Descriptor.POLLIN, (int) Math.min(millis, Integer.MAX_VALUE)) != 0;
        } catch (ErrnoException failed) {
            if (failed.errno() == Errno.EINTR) {
                return false;
            }
            throw failed;
        }
    }

    private UmadReceipt read() throws NicException, ErrnoException {
        int length = node.read(buffer.clear());
        if (length < UmadHeader.BYTES + Mad.HEADER_BYTES) {
            throw strange(length + " bytes, less than a header");
        }
        UmadHeader header = UmadHeader.decode(buffer);
        UmadAgent agent = new UmadAgent(header.agent());
        if (header.status() == Errno.ETIMEDOUT) {
            // The kernel gives back the header of the request only.
            return new UmadReceipt.SendTimedOut(
                    agent, buffer.order(ByteOrder.BIG_ENDIAN).getInt(UmadHeader.BYTES + 12), header.address());
        }
        if (header.status() != 0 || length != UmadHeader.BYTES + Mad.BYTES) {
            throw strange(length + " bytes with status " + Errno.nameOf(header.status()));
        }
        byte[] mad = new byte[Mad.BYTES];
        buffer.get(UmadHeader.BYTES, mad);
        return new UmadReceipt.Arrived(agent, Mad.of(mad), header.address());
    }

    private NicException.Unreachable strange(String cameBack) {
        return new NicException.Unreachable(
                device.rdmaDevice(),
                "Receiving a MAD",
                cameBack,
                "It is dropped; MADs of " + Mad.BYTES + " bytes are understood here.");
    }

    /** Gives up all agents and the node. Idempotent. */
    @Override
    public void close() {
        node.close();
    }
}
