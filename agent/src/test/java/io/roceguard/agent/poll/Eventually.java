// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread does, up to ten seconds. */
public final class Eventually {

    private static final long LIMIT = Duration.ofSeconds(10).toNanos();
    private static final long PAUSE = Duration.ofMillis(5).toNanos();

    private Eventually() {}

    public static void holds(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                fail("Within ten seconds it did not come true that " + what);
            }
            LockSupport.parkNanos(PAUSE);
        }
    }
}
