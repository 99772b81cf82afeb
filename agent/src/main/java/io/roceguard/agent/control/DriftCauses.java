// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.register.RegisterImage;

/** Tells what made the register of a NIC read as it does. */
@FunctionalInterface
public interface DriftCauses {

    /**
     * @param now the active state
     * @param sinceMillis epoch milliseconds; what happened before is no cause
     * @return {@code reboot}, {@code change 17}, {@code somebody else}, ...
     */
    String of(String stableId, RegisterImage now, long sinceMillis);
}
