// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The tools that this process has started and that have not ended, by the device that they work on: at most one for each.
 * Outlives whoever started them, because a NIC that is found anew still has the same semaphore. Thread-safe.
 */
public final class RunningTools {

    private final Map<String, Turn> turns = new ConcurrentHashMap<>();

    /** The right to run a tool on a device; it ends with the tool. */
    static final class Turn {

        private volatile @Nullable ProcessHandle tool;
        private volatile boolean given;

        void startedAs(ProcessHandle started) {
            tool = started;
        }

        /** Nothing was started. */
        void giveBack() {
            given = true;
        }

        /** The process; empty while it is being started. */
        Optional<ProcessHandle> tool() {
            return Optional.ofNullable(tool);
        }

        private boolean isOver() {
            ProcessHandle started = tool;
            return given || (started != null && !started.isAlive());
        }
    }

    /**
     * The turn on a device.
     *
     * @param mine the turn that is wanted
     * @return {@code mine}, or the turn of a tool that still runs
     */
    Turn take(MlxregDevice device, Turn mine) {
        return turns.merge(device.spelling(), mine, (held, wanted) -> held.isOver() ? wanted : held);
    }
}
