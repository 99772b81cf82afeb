// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.device.Nic;
import io.roceguard.device.NicException;

/** Something done to a NIC on its worker thread. */
@FunctionalInterface
public interface NicCall<T> {

    T on(Nic nic) throws NicException;
}
