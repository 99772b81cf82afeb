// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import io.roceguard.bridge.netlink.NetlinkSession;
import io.roceguard.device.NicException;
import io.roceguard.device.QueuePair;
import io.roceguard.device.QueuePairCounters;
import io.roceguard.device.QueuePairPort;
import io.roceguard.device.QueuePairTiming;
import java.util.List;

/** Queue pairs by RDMA netlink, their timing by the way that the register is reached. */
final class HostQueuePairs implements QueuePairPort {

    private final NetlinkSession netlink;
    private final ChosenRegister register;

    HostQueuePairs(NetlinkSession netlink, ChosenRegister register) {
        this.netlink = netlink;
        this.register = register;
    }

    @Override
    public String source() {
        return "netlink";
    }

    @Override
    public List<QueuePair> list() throws NicException {
        return netlink.queuePairs();
    }

    @Override
    public List<QueuePairCounters> counters(int port) throws NicException {
        return netlink.queuePairCounters(port);
    }

    @Override
    public QueuePairTiming timing(int number) throws NicException {
        return register.timing(number);
    }
}
