// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** One pass over the counter files of a port: when, into which buffer, and what went wrong on the way. */
final class Reading {

    private final long nowNanos;
    private final ByteBuffer buffer;
    private final Map<String, Set<String>> quarantined = new TreeMap<>();
    private boolean incomplete;
    private boolean failed;

    Reading(long nowNanos, ByteBuffer buffer) {
        this.nowNanos = nowNanos;
        this.buffer = buffer;
    }

    long nowNanos() {
        return nowNanos;
    }

    /** For the text of one counter after the other. */
    ByteBuffer buffer() {
        return buffer;
    }

    /** A file that was open turned out to be removed, or one could not be read. */
    void callFailed() {
        failed = true;
    }

    void withoutNumber() {
        incomplete = true;
    }

    void quarantineBegins(String counter, String reason) {
        quarantined.computeIfAbsent(reason, first -> new TreeSet<>()).add(counter);
    }

    /** Whether a call failed, so that the files may be others by now. */
    boolean failed() {
        return failed;
    }

    /** Whether a counter has no number, for whatever reason. */
    boolean incomplete() {
        return incomplete;
    }

    /** Names of the counters whose quarantine began, by reason. */
    Map<String, Set<String>> quarantined() {
        return quarantined;
    }
}
