// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

/** Is told what becomes of the watched NICs, on a NIC's worker or on the scanning thread; returns quickly. */
public interface NicListener {

    /** A NIC is watched from now on; the snapshot is that of a NIC not yet polled. */
    void added(NicSnapshot first);

    /** A poll or a change ended. */
    void changed(NicSnapshot before, NicSnapshot after);

    /** A NIC is gone. */
    void removed(NicSnapshot last);
}
