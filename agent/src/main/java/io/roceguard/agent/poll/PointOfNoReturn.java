// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.device.NicException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The moment between reading and writing. A caller that has stopped waiting keeps the change from being sent later, when
 * somebody may have decided otherwise; once the change has passed this point, it is sent.
 */
public final class PointOfNoReturn {

    private enum State {
        AHEAD,
        PASSED,
        ABANDONED
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.AHEAD);

    /**
     * Called on the worker before anything is sent.
     *
     * @throws NicException.Timeout when the caller has given up; nothing may be sent then
     */
    public void pass(String nic, String operation) throws NicException {
        if (!state.compareAndSet(State.AHEAD, State.PASSED)) {
            throw new NicException.Timeout(
                    nic, operation, "whoever wanted it has stopped waiting", "Nothing was sent.");
        }
    }

    /** Gives up; true when nothing has been sent and nothing will be. */
    boolean abandon() {
        return state.compareAndSet(State.AHEAD, State.ABANDONED);
    }
}
