// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Questions and answers over one channel, one at a time. It is opened with the first question, and again after any in
 * which something went wrong: a socket in the middle of a dump refuses another one, and what is left in it is nobody's.
 * A refusal of the kernel leaves it as it is.
 */
final class Conversation implements AutoCloseable {

    /** Of an answer that lost datagrams, did not fit or changed while it was made. */
    private static final int MOST_ATTEMPTS = 3;

    /** The kernel makes datagrams of up to 32 KiB where the reader has room for them. */
    private static final int USUAL_ROOM = 1 << 16;

    private static final int MOST_ROOM = 1 << 20;
    private static final int REQUEST_ROOM = 256;

    private final NetlinkChannel.Opener opener;
    private final LongSupplier nanoClock;
    private final ByteBuffer out = room(REQUEST_ROOM);
    private ByteBuffer in = room(USUAL_ROOM);
    private @Nullable NetlinkChannel channel;
    private int sequence;

    Conversation(NetlinkChannel.Opener opener, LongSupplier nanoClock) {
        this.opener = opener;
        this.nanoClock = nanoClock;
    }

    private static ByteBuffer room(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    /**
     * Asks and waits for the whole answer.
     *
     * @throws ErrnoException when the kernel refused, or the socket failed
     * @throws MalformedMessage when the answer cannot be understood
     * @throws SocketTimeoutException when it did not come in time
     */
    <T> List<T> ask(Request request, ReplyReader<T> reader) throws IOException {
        long deadline = nanoClock.getAsLong() + request.patience().toNanos();
        for (int attempt = 1; ; attempt++) {
            Reply<T> reply = new Reply<>(request, ++sequence, reader);
            boolean last = attempt == MOST_ATTEMPTS;
            if (wholeAnswer(request, reply, deadline, last) && (last || !reply.interrupted())) {
                return reply.found();
            }
        }
    }

    /** False when a part of the answer was lost and it is worth asking again. */
    private boolean wholeAnswer(Request request, Reply<?> reply, long deadline, boolean last) throws IOException {
        try {
            NetlinkChannel open = open();
            request.write(out, sequence);
            send(open);
            while (!reply.complete()) {
                int length = receive(open, request, deadline);
                if (length > in.capacity()) {
                    in = room(roomFor(length, request, last));
                    close();
                    return false;
                }
                reply.take(in.limit(length));
            }
            return true;
        } catch (ErrnoException failed) {
            close();
            if (failed.errno() == Errno.ENOBUFS && !last) {
                return false;
            }
            throw failed;
        } catch (IOException failed) {
            close();
            throw failed;
        }
    }

    private NetlinkChannel open() throws IOException {
        NetlinkChannel open = channel == null ? opener.open() : channel;
        channel = open;
        return open;
    }

    private void send(NetlinkChannel open) throws IOException {
        while (out.hasRemaining()) {
            try {
                open.send(out);
            } catch (ErrnoException failed) {
                if (failed.errno() != Errno.EINTR) {
                    throw failed;
                }
            }
        }
    }

    private int receive(NetlinkChannel open, Request request, long deadline) throws IOException {
        while (true) {
            long left = deadline - nanoClock.getAsLong();
            if (left <= 0) {
                throw new SocketTimeoutException(request + " was not answered within "
                        + request.patience().toSeconds() + " s");
            }
            try {
                int length = open.receive(in.clear(), (int) TimeUnit.NANOSECONDS.toMillis(left) + 1);
                if (length != NetlinkChannel.NOTHING) {
                    return length;
                }
            } catch (ErrnoException failed) {
                if (failed.errno() != Errno.EINTR) {
                    throw failed;
                }
            }
        }
    }

    private static int roomFor(int length, Request request, boolean last) throws ErrnoException {
        if (length > MOST_ROOM || last) {
            throw new ErrnoException(request + ", a datagram of " + length + " bytes", Errno.EMSGSIZE);
        }
        return Math.max(Integer.highestOneBit(length) << 1, USUAL_ROOM);
    }

    /** Gives the socket back; a later question opens another. */
    @Override
    public void close() {
        if (channel != null) {
            channel.close();
            channel = null;
        }
    }
}
