// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How slow operations pass their time; a test passes it at once. */
@FunctionalInterface
public interface Sleeper {

    /** Really sleeps. */
    Sleeper REAL = delay -> TimeUnit.NANOSECONDS.sleep(delay.toNanos());

    void sleep(Duration delay) throws InterruptedException;
}
