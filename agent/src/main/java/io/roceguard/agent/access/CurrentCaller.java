// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

import java.util.concurrent.Callable;

/** The caller of the request that this thread serves, so that a change can be attributed in the journal. */
public final class CurrentCaller {

    private static final ThreadLocal<Caller> CALLER = ThreadLocal.withInitial(() -> Caller.LOCAL);

    private CurrentCaller() {}

    /** {@link Caller#LOCAL} outside {@link #call}. */
    public static Caller get() {
        return CALLER.get();
    }

    /** Runs the request as that caller and restores the one before. */
    public static <T> T call(Caller caller, Callable<T> request) throws Exception {
        Caller before = CALLER.get();
        CALLER.set(caller);
        try {
            return request.call();
        } finally {
            CALLER.set(before);
        }
    }
}
