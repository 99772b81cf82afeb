// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import io.roceguard.counter.CounterSample;

/** The counters of one NIC. */
public interface CounterPort {

    /** Where the counters come from, for people: {@code sysfs}, {@code simulation}. */
    String source();

    /**
     * All counters of the port, read once. Counters that cannot be read are in the sample with their reason.
     *
     * @param port 1-based
     * @throws NicException when the port as a whole cannot be read
     */
    CounterSample read(int port) throws NicException;
}
