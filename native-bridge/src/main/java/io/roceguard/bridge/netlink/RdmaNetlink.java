// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import io.roceguard.bridge.libc.ErrnoException;
import io.roceguard.device.QueuePair;
import io.roceguard.device.QueuePairCounters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * What the kernel tells about RDMA devices over one netlink socket. The socket is opened with the first question and
 * again after a failure. Used by one thread; an answer takes 3 s at most, one with queue pairs 30 s, unless the kernel
 * does not return from the call. Numbers and rules: {@code include/uapi/rdma/rdma_netlink.h} and
 * {@code drivers/infiniband/core/nldev.c}.
 *
 * <p>Every method throws {@link ErrnoException} when the kernel refused ({@code EINVAL} also where it has no such device)
 * or has no RDMA ({@code EPROTONOSUPPORT}), {@link MalformedMessage} when the answer cannot be understood, and
 * {@link java.net.SocketTimeoutException} when none came.
 */
public final class RdmaNetlink implements AutoCloseable {

    private static final int COUNTERS_OF_QUEUE_PAIRS = Nldev.RES_QP;

    /** The kernel wants one in a question for the mode, and does not look at it. */
    private static final int ANY_MODE = 2;

    private final Conversation conversation;
    private final Path proc;

    /**
     * Over the kernel's socket.
     *
     * @param proc {@code /proc}, for the names of processes
     */
    public RdmaNetlink(Path proc) {
        this(NetlinkSocket::open, proc, System::nanoTime);
    }

    /**
     * Over any channel.
     *
     * @param nanoClock as {@code System.nanoTime()}
     */
    public RdmaNetlink(NetlinkChannel.Opener opener, Path proc, LongSupplier nanoClock) {
        this.conversation = new Conversation(opener, nanoClock);
        this.proc = proc;
    }

    /** The devices that this network namespace shows. */
    public List<RdmaDevice> devices() throws IOException {
        return conversation.ask(Request.dump(Operation.GET), new DeviceReader());
    }

    /** The ports of a device. */
    public List<RdmaPort> ports(RdmaDevice device) throws IOException {
        return ask(Request.dump(Operation.PORT_GET), device, new PortReader());
    }

    /**
     * One port.
     *
     * @param port 1-based
     */
    public RdmaPort port(RdmaDevice device, int port) throws IOException {
        return only(ask(onPort(Request.one(Operation.PORT_GET), port), device, new PortReader()));
    }

    /**
     * The counters of a port, by name in the kernel's order; unlike sysfs not from a cache.
     *
     * @param port 1-based
     * @throws ErrnoException with EINVAL where the device keeps none by port, which is mlx5 in switchdev mode
     */
    public Map<String, Long> counters(RdmaDevice device, int port) throws IOException {
        return only(ask(onPort(Request.one(Operation.STAT_GET), port), device, new HardwareCounterReader()));
    }

    /** The queue pairs of a device, in the kernel's order. Each costs the firmware one command. */
    public List<QueuePair> queuePairs(RdmaDevice device) throws IOException {
        return ask(Request.dump(Operation.RES_QP_GET), device, new QueuePairReader(new ProcessNames(proc)));
    }

    /**
     * The counter sets bound to queue pairs of a port.
     *
     * @param port 1-based
     */
    public List<QueuePairCounters> queuePairCounters(RdmaDevice device, int port) throws IOException {
        Request request = onPort(Request.dump(Operation.STAT_GET), port).with(Nldev.STAT_RES, COUNTERS_OF_QUEUE_PAIRS);
        return ask(request, device, new QueuePairCountersReader());
    }

    /**
     * How queue pairs of a port get counter sets.
     *
     * @param port 1-based
     */
    public CounterMode counterMode(RdmaDevice device, int port) throws IOException {
        Request request = onPort(Request.one(Operation.STAT_GET), port)
                .with(Nldev.STAT_RES, COUNTERS_OF_QUEUE_PAIRS)
                .with(Nldev.STAT_MODE, ANY_MODE);
        return only(ask(request, device, new CounterModeReader()));
    }

    private static Request onPort(Request request, int port) {
        return request.with(Nldev.PORT_INDEX, port);
    }

    private <T> List<T> ask(Request request, RdmaDevice device, ReplyReader<T> reader) throws IOException {
        return conversation.ask(request.with(Nldev.DEV_INDEX, device.index()), new NamedDevice<>(device, reader));
    }

    private static <T> T only(List<T> answer) throws MalformedMessage {
        if (answer.isEmpty()) {
            throw new MalformedMessage("an acknowledgement in place of an answer", 0);
        }
        return answer.get(0);
    }

    /** Gives the socket back. */
    @Override
    public void close() {
        conversation.close();
    }
}
