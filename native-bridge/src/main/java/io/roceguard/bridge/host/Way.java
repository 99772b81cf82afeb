// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import io.roceguard.device.NicException;
import io.roceguard.device.QueuePairTiming;
import io.roceguard.device.RegisterPort;

/** A way to the register of one NIC that may or may not be open on this host. */
interface Way {

    /** {@code fwctl}, {@code mlxreg}. */
    String label();

    /**
     * Opens it.
     *
     * @throws WayClosedException when this host does not have it
     * @throws NicException when the NIC is there and does not answer
     */
    Opened open() throws WayClosedException, NicException;

    /** A way that is open. */
    interface Opened extends AutoCloseable {

        RegisterPort register();

        /**
         * QUERY_QP.
         *
         * @throws NicException.NotSupported where this way carries no such command
         */
        QueuePairTiming timing(int queuePair) throws NicException;

        @Override
        void close();
    }
}
