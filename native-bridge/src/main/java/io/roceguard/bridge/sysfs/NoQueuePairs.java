// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import io.roceguard.device.NicException;
import io.roceguard.device.QueuePair;
import io.roceguard.device.QueuePairCounters;
import io.roceguard.device.QueuePairPort;
import io.roceguard.device.QueuePairTiming;
import java.util.List;

/** Sysfs shows no queue pairs; RDMA netlink does. */
final class NoQueuePairs implements QueuePairPort {

    private final String name;

    NoQueuePairs(String name) {
        this.name = name;
    }

    @Override
    public String source() {
        return "none";
    }

    @Override
    public List<QueuePair> list() throws NicException {
        throw notSupported("Listing the queue pairs");
    }

    @Override
    public List<QueuePairCounters> counters(int port) throws NicException {
        throw notSupported("Reading the counters of queue pairs");
    }

    @Override
    public QueuePairTiming timing(int number) throws NicException {
        throw notSupported("QUERY_QP");
    }

    private NicException notSupported(String operation) {
        return new NicException.NotSupported(
                name,
                operation,
                "sysfs does not show them",
                "Use rdma resource show qp dev " + name + " on this host.");
    }
}
