// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.poll.QueuePairsState;
import io.roceguard.agent.poll.Watcher;
import io.roceguard.device.NicException;
import io.roceguard.device.QueuePairTiming;

/** What operators ask of queue pairs beyond the snapshot; each question costs the firmware commands. */
public final class QueuePairQueries {

    private final Watcher watcher;

    public QueuePairQueries(Watcher watcher) {
        this.watcher = watcher;
    }

    /**
     * Lists the queue pairs of the NIC now and publishes them.
     *
     * @throws IllegalArgumentException when there is no such NIC
     * @throws NicException when they could not be listed; the list known before stays
     */
    public QueuePairsState.Known refresh(String nic) throws NicException {
        return watcher.required(nic).listQueuePairs();
    }

    /**
     * The retry settings of one queue pair, from the hardware.
     *
     * @param number local QP number
     * @throws IllegalArgumentException when there is no such NIC
     * @throws NicException when they could not be read
     */
    public QueuePairTiming timing(String nic, int number) throws NicException {
        return watcher.required(nic)
                .call("QUERY_QP", 1, device -> device.queuePairs().timing(number));
    }
}
