// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** The two clocks of the watcher run on daemon threads of their own. */
final class Threads {

    private Threads() {}

    static ScheduledExecutorService scheduler(String name) {
        return Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
    }
}
