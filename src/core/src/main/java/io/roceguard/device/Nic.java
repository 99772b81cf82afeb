// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import java.util.List;

/**
 * One RDMA device. Every method but {@link #identity()}, {@link #register()}, {@link #counters()} and
 * {@link #queuePairs()} may block for as long as the kernel likes and is called on the NIC's own worker thread only, one
 * call at a time.
 */
public interface Nic extends AutoCloseable {

    /** As found at discovery; never blocks. */
    NicIdentity identity();

    /**
     * The ports as they are now, by number; empty when the device has none.
     *
     * @throws NicException.Unreachable when the device is gone
     */
    List<PortInfo> readPorts() throws NicException;

    /**
     * Makes sure, before something is sent, that its name still leads to the device of {@link #identity()}: names are
     * given anew after a reset, a replacement or a rename.
     *
     * @throws NicException.Unreachable when it does not, or when the host does not tell
     */
    void confirmIdentity() throws NicException;

    RegisterPort register();

    CounterPort counters();

    QueuePairPort queuePairs();

    /** Releases descriptors; the object is not used afterwards. */
    @Override
    void close();
}
