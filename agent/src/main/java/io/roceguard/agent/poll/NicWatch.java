// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.agent.config.DaemonConfig;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.register.RegisterImage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** One watched NIC: its worker, its poller, and the last snapshot. */
public final class NicWatch implements AutoCloseable {

    private static final Logger LOG = System.getLogger(NicWatch.class.getName());

    private final Nic nic;
    private final NicWorker worker;
    private final NicPoller poller;
    private final NicListener listener;
    private final InstantSource clock;
    private volatile NicSnapshot snapshot;

    NicWatch(Nic nic, DaemonConfig.Poll config, NicListener listener, InstantSource clock, LongSupplier nanoClock) {
        this.nic = nic;
        this.worker = new NicWorker(nic, config.deadline(), nanoClock);
        this.poller = new NicPoller(nic, clock, nanoClock);
        this.listener = listener;
        this.clock = clock;
        this.snapshot = new NicSnapshot(
                nic.identity(),
                new NicHealth(false, "starting", clock.millis(), 0, 0, 0),
                List.of(),
                new RegisterState.Unknown(true, "The register has not been read yet."),
                Map.of(),
                nic.register().accessPath(),
                nic.counters().source());
    }

    public NicSnapshot snapshot() {
        return snapshot;
    }

    Nic nic() {
        return nic;
    }

    /** Starts a poll unless one is still running; marks the NIC unreachable when that one is stuck. Never blocks. */
    void tick() {
        if (worker.offer(this::poll)) {
            return;
        }
        publishStuck();
    }

    boolean idle() {
        return worker.idle();
    }

    private void poll() {
        publish(poller.poll(snapshot));
    }

    /**
     * Runs a call on this NIC's worker.
     *
     * @see NicWorker#call
     */
    public <T> T call(String operation, int steps, NicCall<T> call) throws NicException {
        return worker.call(operation, steps, call);
    }

    /** Takes over a reading of the active state that a call on the worker has just made. */
    public void sawRegister(RegisterImage image) {
        NicSnapshot now = snapshot;
        publish(now.withRegister(new RegisterState.Known(image, clock.millis())));
    }

    private synchronized void publishStuck() {
        if (!worker.stuck()) {
            return;
        }
        NicSnapshot now = snapshot;
        String state = "unreachable (" + worker.pending() + ")";
        boolean first = now.health().ok() || !now.health().state().startsWith("unreachable (call pending");
        NicHealth health = now.health()
                .failing(state, first ? clock.millis() : now.health().sinceMillis());
        publish(now.withHealth(health));
    }

    private synchronized void publish(NicSnapshot next) {
        NicSnapshot before = snapshot;
        snapshot = next;
        logTurn(before.health(), next.health());
        listener.changed(before, next);
    }

    private void logTurn(NicHealth before, NicHealth after) {
        String name = nic.identity().name();
        if (before.ok() && !after.ok()) {
            LOG.log(Level.WARNING, "{0} is not ok any more: {1}", name, after.state());
        } else if (!before.ok() && after.ok() && before.polledMillis() > 0) {
            LOG.log(Level.INFO, "{0} answers again.", name);
        } else if (!before.ok() && !after.ok() && before.polledMillis() == 0 && after.polledMillis() > 0) {
            LOG.log(Level.WARNING, "{0} cannot be read: {1}", name, after.state());
        }
    }

    @Override
    public void close() {
        worker.close();
        nic.close();
    }
}
