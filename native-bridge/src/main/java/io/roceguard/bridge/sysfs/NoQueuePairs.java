// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import io.roceguard.device.NicException;
import io.roceguard.device.QueuePair;
import io.roceguard.device.QueuePairPort;
import java.util.List;

/** Sysfs shows no queue pairs; RDMA netlink does. */
final class NoQueuePairs implements QueuePairPort {

    private final String name;

    NoQueuePairs(String name) {
        this.name = name;
    }

    @Override
    public List<QueuePair> list() throws NicException {
        throw new NicException.NotSupported(
                name,
                "Listing the queue pairs",
                "sysfs does not show them and this version does not speak RDMA netlink",
                "Use rdma resource show qp dev " + name + " on this host meanwhile.");
    }
}
