// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The other end of a netlink socket, whose answers are written down beforehand. Its clock moves only while somebody waits
 * in vain.
 */
final class ScriptedPeer implements NetlinkChannel.Opener {

    private final Deque<Step> script = new ArrayDeque<>();
    private final List<byte[]> requests = new ArrayList<>();
    private long nanos = -TimeUnit.SECONDS.toNanos(1);
    private int sequence;
    private int opened;
    private int closed;
    private int signals;

    /** What a call of receive meets. */
    interface Step {
        byte[] receive(int sequence) throws IOException;
    }

    /** A datagram made for the sequence number of the latest request. */
    ScriptedPeer then(Step step) {
        script.add(step);
        return this;
    }

    ScriptedPeer thenDatagram(byte[] datagram) {
        return then(ignored -> datagram);
    }

    ScriptedPeer thenErrno(int errno) {
        return then(ignored -> {
            throw new ErrnoException("recv on RDMA netlink", errno);
        });
    }

    /** That many signals interrupt the sending. */
    ScriptedPeer interruptSending(int times) {
        signals = times;
        return this;
    }

    /** The kernel refuses the request. */
    ScriptedPeer thenRefusal(int errno) {
        return then(seq -> new Datagram().status(Messages.ERROR, seq, -errno).toBytes());
    }

    /** For those who ask so often that the requests fill the heap. */
    void forgetRequests() {
        requests.clear();
    }

    RdmaNetlink netlink() {
        return new RdmaNetlink(this, Path.of("/nonexistent"), this::nanoTime);
    }

    long nanoTime() {
        return nanos;
    }

    void pass(long moreNanos) {
        nanos += moreNanos;
    }

    List<byte[]> requests() {
        return requests;
    }

    int opened() {
        return opened;
    }

    int stillOpen() {
        return opened - closed;
    }

    boolean scriptEnded() {
        return script.isEmpty();
    }

    @Override
    public NetlinkChannel open() {
        opened++;
        return new NetlinkChannel() {

            private boolean open = true;

            @Override
            public void send(ByteBuffer message) throws IOException {
                if (signals > 0) {
                    signals--;
                    throw new ErrnoException("send on RDMA netlink", Errno.EINTR);
                }
                byte[] bytes = new byte[message.remaining()];
                message.get(bytes);
                requests.add(bytes);
                sequence = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getInt(8);
            }

            @Override
            public int receive(ByteBuffer into, int timeoutMillis) throws IOException {
                Step step = script.poll();
                byte[] datagram = step == null ? null : step.receive(sequence);
                if (datagram == null) {
                    nanos += TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
                    return NOTHING;
                }
                into.put(datagram, 0, Math.min(datagram.length, into.remaining()));
                return datagram.length;
            }

            @Override
            public void close() {
                closed += open ? 1 : 0;
                open = false;
            }
        };
    }
}
