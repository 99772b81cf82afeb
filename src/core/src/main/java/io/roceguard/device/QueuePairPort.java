// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import java.util.List;

/** The queue pairs of one NIC. */
public interface QueuePairPort {

    /** Where they come from, for people: {@code netlink}, {@code simulation}, {@code none}. */
    String source();

    /**
     * All queue pairs, by number. Each costs the firmware one command, so this is asked rarely.
     *
     * @throws NicException.NotSupported where the access path knows no queue pairs
     */
    List<QueuePair> list() throws NicException;

    /**
     * The counter sets bound to queue pairs of a port, by id; mostly none.
     *
     * @param port 1-based
     * @throws NicException.NotSupported where the access path, the kernel or the driver knows none
     */
    List<QueuePairCounters> counters(int port) throws NicException;

    /**
     * The retry settings of one queue pair. Costs the firmware one command.
     *
     * @param number local QP number
     * @throws NicException.NotSupported where no access path can ask the hardware
     * @throws NicException.Refused where the firmware does not let this process see that queue pair
     */
    QueuePairTiming timing(int number) throws NicException;
}
