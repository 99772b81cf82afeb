// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import io.roceguard.counter.CounterSample;

/** The counters of one NIC. */
public interface CounterPort {

    /**
     * Where the counters of a port came from in its last reading, for people: {@code sysfs}, {@code netlink},
     * {@code simulation}. Chosen for each port; may change when one way stops working.
     *
     * @param port 1-based
     */
    String source(int port);

    /**
     * All counters of the port, read once. Counters that cannot be read are in the sample with their reason.
     *
     * @param port 1-based
     * @throws NicException when the port as a whole cannot be read
     */
    CounterSample read(int port) throws NicException;
}
