// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import java.time.Duration;

/**
 * Stops asking for something that fails the same way again and again, because each attempt costs the firmware a command
 * and the kernel a log line. After {@value #EQUAL_FAILURES} equal failures it is left alone for {@link #FIRST_PAUSE},
 * which doubles with each failed re-probe up to {@link #LONGEST_PAUSE}; one success ends it. Not thread-safe: it belongs
 * to the worker that asks.
 */
public final class Quarantine {

    /** Equal failures in a row until the first pause. */
    public static final int EQUAL_FAILURES = 3;

    public static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    public static final Duration LONGEST_PAUSE = Duration.ofHours(1);

    private String reason = "";
    private int equalFailures;
    private long pauseNanos;
    private long probeAtNanos;

    /** Whether to ask now. */
    public boolean mayTry(long nowNanos) {
        return pauseNanos == 0 || nowNanos - probeAtNanos >= 0;
    }

    /** True from the third equal failure until a success. */
    public boolean active() {
        return pauseNanos > 0;
    }

    /** The last failure, {@code ""} after a success. */
    public String reason() {
        return reason;
    }

    public void succeeded() {
        reason = "";
        equalFailures = 0;
        pauseNanos = 0;
    }

    /**
     * As {@link #failed(String, long, Duration)} with {@link #LONGEST_PAUSE}.
     *
     * @return true when this failure starts the quarantine, so that it is logged once
     */
    public boolean failed(String failure, long nowNanos) {
        return failed(failure, nowNanos, LONGEST_PAUSE);
    }

    /**
     * Counts a failure.
     *
     * @param failure short and stable, so that equal failures compare equal
     * @param longest most that may pass until the next attempt
     * @return true when this failure starts the quarantine, so that it is logged once
     */
    public boolean failed(String failure, long nowNanos, Duration longest) {
        equalFailures = failure.equals(reason) ? equalFailures + 1 : 1;
        reason = failure;
        boolean begins = pauseNanos == 0 && equalFailures >= EQUAL_FAILURES;
        if (begins) {
            pauseNanos = FIRST_PAUSE.toNanos();
        } else if (pauseNanos > 0) {
            pauseNanos = Math.min(2 * pauseNanos, longest.toNanos());
        }
        probeAtNanos = nowNanos + pauseNanos;
        return begins;
    }
}
