// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The clock behind {@link ControlState#tick}: a change is taken back at most this much after its time. */
public final class ControlTicker implements AutoCloseable {

    private static final Logger LOG = System.getLogger(ControlTicker.class.getName());

    private static final Duration INTERVAL = Duration.ofMillis(250);

    private final ControlState state;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "roceguard-control");
        thread.setDaemon(true);
        return thread;
    });

    public ControlTicker(ControlState state) {
        this.state = state;
    }

    public void start() {
        ScheduledFuture<?> unused = clock.scheduleWithFixedDelay(
                this::tick, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void tick() {
        try {
            state.tick();
        } catch (RuntimeException | Error broken) {
            // The clock stops for ever when this leaves it.
            LOG.log(Level.ERROR, "What is due on the NICs could not be begun", broken);
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
