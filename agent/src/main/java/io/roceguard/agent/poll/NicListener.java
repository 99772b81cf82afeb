// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import org.jspecify.annotations.Nullable;

/** Is told what becomes of the watched NICs, on a NIC's worker or on the scanning thread; returns quickly. */
public interface NicListener {

    /**
     * A NIC is watched from now on.
     *
     * @param first of a NIC not yet polled
     * @param formerName under which it was watched until now; null when it was not there before
     */
    void added(NicSnapshot first, @Nullable String formerName);

    /** A poll or a change ended. */
    void changed(NicSnapshot before, NicSnapshot after);

    /**
     * A NIC is gone, or known under another name. Of one look for NICs, all that are removed are told of before any that
     * is added, so that two can change their names.
     *
     * @param newName under which it is watched from now on; null when it is gone
     */
    void removed(NicSnapshot last, @Nullable String newName);
}
