// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import java.util.List;

/** The queue pairs of one NIC. Each costs the firmware one command, so this is asked rarely. */
public interface QueuePairPort {

    /**
     * @throws NicException.NotSupported where the access path knows no queue pairs
     */
    List<QueuePair> list() throws NicException;
}
