// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.store.ChangeRecord;

/** Is told what happened to a NIC without anybody asking, on its worker or on the clock; returns quickly. */
public interface ControlListener {

    /**
     * A change was taken back.
     *
     * @param nic its present name
     * @param change that was taken back
     * @param why {@code not confirmed within 5 min}
     * @param message what came of it, a sentence
     */
    void reverted(String nic, ChangeRecord change, String why, String message);

    /** A NIC has left its desired state, or stands to it in another way than before. */
    void drifted(String nic, Drift drift);
}
