// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import io.roceguard.device.NicException;
import io.roceguard.device.QueuePair;
import io.roceguard.device.QueuePairCounters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What RDMA netlink tells about one NIC, found by its name. Belongs to that NIC's worker thread. Opens nothing until it
 * is asked.
 */
public final class NetlinkSession implements AutoCloseable {

    private final String nic;
    private final RdmaNetlink netlink;
    private @Nullable RdmaDevice device;

    /**
     * @param nic RDMA device name, {@code mlx5_0}
     * @param proc {@code /proc}
     */
    public NetlinkSession(String nic, Path proc) {
        this(nic, new RdmaNetlink(proc));
    }

    /**
     * @param netlink closed with this session
     */
    public NetlinkSession(String nic, RdmaNetlink netlink) {
        this.nic = nic;
        this.netlink = netlink;
    }

    /**
     * The counters of a port, by name in the kernel's order; a value above {@code Long.MAX_VALUE} is given as that.
     *
     * @param port 1-based
     * @throws NicException.NotSupported where the kernel has no RDMA netlink, the device is not in this network
     *     namespace, or keeps no counters by port (switchdev mode)
     */
    public Map<String, Long> counters(int port) throws NicException {
        return ask("Reading the counters of port " + port, known -> netlink.counters(known, port));
    }

    /**
     * All queue pairs, by number.
     *
     * @throws NicException.NotSupported as for {@link #counters}
     */
    public List<QueuePair> queuePairs() throws NicException {
        List<QueuePair> found = ask("Listing the queue pairs", netlink::queuePairs);
        found.sort(Comparator.comparingInt(QueuePair::number));
        return found;
    }

    /**
     * The counter sets bound to queue pairs of a port, by id.
     *
     * @param port 1-based
     * @throws NicException.NotSupported as for {@link #counters}, and where the kernel or the driver knows no such sets
     */
    public List<QueuePairCounters> queuePairCounters(int port) throws NicException {
        List<QueuePairCounters> found = ask(
                "Reading the counters of queue pairs of port " + port, known -> netlink.queuePairCounters(known, port));
        found.sort(Comparator.comparingInt(QueuePairCounters::id));
        return found;
    }

    private <T> T ask(String operation, Question<T> question) throws NicException {
        NetlinkFailures failures = new NetlinkFailures(nic, operation);
        try {
            RdmaDevice known = device == null ? lookUp(failures) : device;
            try {
                return question.about(known);
            } catch (ErrnoException failed) {
                // EINVAL is said of a device that is gone as well as of a question that it has no answer to.
                if (failed.errno() != Errno.ENODEV && failed.errno() != Errno.EINVAL) {
                    throw failed;
                }
                RdmaDevice now = lookUp(failures);
                if (now.index() == known.index()) {
                    throw failed;
                }
                return question.about(now);
            }
        } catch (IOException failed) {
            throw failures.of(failed);
        }
    }

    private RdmaDevice lookUp(NetlinkFailures failures) throws IOException, NicException {
        for (RdmaDevice listed : netlink.devices()) {
            if (listed.name().equals(nic)) {
                device = listed;
                return listed;
            }
        }
        throw device == null ? failures.notVisible() : failures.gone();
    }

    /** Gives the socket back. */
    @Override
    public void close() {
        netlink.close();
    }

    /** Something to ask about the device. */
    private interface Question<T> {
        T about(RdmaDevice device) throws IOException;
    }
}
