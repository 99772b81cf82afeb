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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One watched NIC: its worker, its pollers, and the last snapshot. */
public final class NicWatch {

    private static final Logger LOG = System.getLogger(NicWatch.class.getName());

    private static final String LISTING = "Listing the queue pairs";

    private static final String PENDING = "unreachable (call pending";

    /** The list, and the counter sets. */
    private static final int LISTING_STEPS = 2;

    private final Nic nic;
    private final NicWorker worker;
    private final NicPoller poller;
    private final QueuePairPoller queuePairs;
    private final NicListener listener;
    private final InstantSource clock;
    private volatile NicSnapshot snapshot;
    private boolean retired;
    private boolean saidUnreadable;

    NicWatch(Nic nic, DaemonConfig.Poll config, NicListener listener, InstantSource clock, LongSupplier nanoClock) {
        this.nic = nic;
        this.worker = new NicWorker(nic, config.deadline(), nanoClock);
        this.poller = new NicPoller(nic, clock, nanoClock);
        this.queuePairs = new QueuePairPoller(nic, config.queuePairs(), clock, nanoClock);
        this.listener = listener;
        this.clock = clock;
        this.snapshot = new NicSnapshot(
                nic.identity(),
                new NicHealth(false, NicHealth.STARTING, clock.millis(), 0, 0, 0),
                List.of(),
                new RegisterState.Unknown(true, "The register has not been read yet."),
                Map.of(),
                QueuePairPoller.atFirst(config.queuePairs()),
                nic.register().accessPath(),
                nic.register().accessReason());
    }

    public NicSnapshot snapshot() {
        return snapshot;
    }

    Nic nic() {
        return nic;
    }

    /** Puts a poll in line unless one is there; marks the NIC unreachable when its worker is stuck. Never blocks. */
    void tick() {
        worker.offer(this::poll, this::pollQueuePairs);
        if (worker.stuck()) {
            publish(this::unreachable);
        }
    }

    boolean idle() {
        return worker.idle();
    }

    /** How many calls are in line behind the one that runs. */
    int waiting() {
        return worker.waiting();
    }

    private void poll() {
        NicSnapshot next;
        try {
            next = poller.poll(snapshot);
        } catch (RuntimeException broken) {
            String state = "Polling " + nic.identity().name() + " failed: " + broken + ".";
            if (!snapshot.health().state().equals(state)) {
                LOG.log(Level.ERROR, state, broken);
            }
            next = snapshot.withHealth(snapshot.health().failing(state, clock.millis()));
        }
        NicSnapshot result = next;
        publish(before -> result);
    }

    /** After the poll and not in it: a long listing must not hold up its counters. */
    private void pollQueuePairs() {
        QueuePairsState next;
        try {
            next = queuePairs.poll(snapshot.queuePairs(), snapshot.ports());
        } catch (RuntimeException broken) {
            String reason = "Listing the queue pairs of " + nic.identity().name() + " failed: " + broken + ".";
            QueuePairsState failed = new QueuePairsState.Unknown(true, reason);
            if (!snapshot.queuePairs().equals(failed)) {
                LOG.log(Level.ERROR, reason, broken);
            }
            next = failed;
        }
        QueuePairsState result = next;
        publish(before -> before.withQueuePairs(result));
    }

    /**
     * Lists the queue pairs now, whenever the next listing would be, and publishes them.
     *
     * @throws NicException as {@link #call} and {@link io.roceguard.device.QueuePairPort#list}
     */
    public QueuePairsState.Known listQueuePairs() throws NicException {
        return call(LISTING, LISTING_STEPS, device -> {
            QueuePairsState.Known listed = queuePairs.list(snapshot.ports());
            publish(now -> now.withQueuePairs(listed));
            return listed;
        });
    }

    /**
     * Runs a reading on this NIC's worker.
     *
     * @see NicWorker#call
     */
    public <T> T call(String operation, int steps, NicCall<T> call) throws NicException {
        return worker.call(operation, steps, new PointOfNoReturn(), call);
    }

    /**
     * Runs a change on this NIC's worker, which passes the point before it sends anything.
     *
     * @see NicWorker#call
     */
    public <T> T change(String operation, int steps, PointOfNoReturn point, NicCall<T> call) throws NicException {
        return worker.call(operation, steps, point, call);
    }

    /**
     * Puts work on this NIC in line of its worker and returns at once.
     *
     * @param steps how many accesses it makes
     * @return false when it will not be done: the line is full, the NIC does not return from a call, or it is gone
     */
    public boolean later(int steps, Consumer<Nic> work) {
        return !worker.stuck() && worker.later(steps, () -> work.accept(nic));
    }

    /** Why the register is asked rarely, empty when it is not. */
    public Optional<String> registerQuarantine() {
        return poller.registerQuarantine();
    }

    /** Takes over a reading of the active state; called on the worker by whoever made it. */
    public void sawRegister(RegisterImage image) {
        poller.registerAnswered();
        publish(now -> now.withRegister(new RegisterState.Known(image, clock.millis())));
    }

    private NicSnapshot unreachable(NicSnapshot now) {
        if (!worker.stuck()) {
            return now;
        }
        boolean known = now.health().state().startsWith(PENDING);
        long since = known ? now.health().sinceMillis() : clock.millis();
        return now.withHealth(now.health().failing("unreachable (" + worker.pending() + ")", since));
    }

    /** A NIC that is gone says nothing more. */
    private synchronized void publish(UnaryOperator<NicSnapshot> change) {
        NicSnapshot before = snapshot;
        NicSnapshot next = change.apply(before);
        if (retired || next.equals(before)) {
            return;
        }
        snapshot = next;
        logTurn(before.health(), next.health());
        listener.changed(before, next);
    }

    /** A NIC whose register always hangs is said to be unreadable once, and to answer again once that has ended. */
    private void logTurn(NicHealth before, NicHealth after) {
        boolean pendingStill =
                before.state().startsWith(PENDING) && after.state().startsWith(PENDING);
        boolean pendingAgain = saidUnreadable && after.state().startsWith(PENDING);
        if (!after.ok()) {
            if (!pendingStill && !pendingAgain && !after.state().equals(before.state())) {
                LOG.log(Level.WARNING, "{0} cannot be read: {1}", nic.identity().name(), after.state());
            }
            saidUnreadable |= !after.state().equals(NicHealth.STARTING);
        } else if (saidUnreadable && !poller.registerTimedOut()) {
            saidUnreadable = false;
            LOG.log(Level.INFO, "{0} answers again.", nic.identity().name());
        }
    }

    /** Ends the watch: nothing is published any more, no call in line begins, and the NIC is closed after the one that runs. */
    void retire() {
        synchronized (this) {
            retired = true;
        }
        worker.retire();
    }

    /** Complete once the NIC is closed after {@link #retire}; never when a call is stuck. */
    CompletableFuture<@Nullable Void> ended() {
        return worker.ended();
    }
}
