// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import java.util.List;
import java.util.Optional;

/** The latest snapshot of every watched NIC; never blocks. */
public interface NicSnapshots {

    /** By name. */
    List<NicSnapshot> all();

    Optional<NicSnapshot> of(String nic);
}
