// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.config.DesiredStateRule;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.NicWatch;
import io.roceguard.agent.poll.Watcher;
import io.roceguard.agent.store.ChangeJournal;
import io.roceguard.agent.store.Confirmation;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.diagnosis.Evidence;
import io.roceguard.text.TimeText;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What goes on without anybody asking: changes whose outcome is open, those that wait for a confirmation, and desired
 * states. {@link #tick} hands out what is due to the workers of the NICs and never waits for them.
 */
public final class ControlState {

    private static final Logger LOG = System.getLogger(ControlState.class.getName());

    private static final int STEPS = 6;

    private final Watcher watcher;
    private final EvidenceWindow evidence;
    private final InstantSource clock;
    private final OpenChanges open;
    private final JournaledSet set;
    private final Confirmations confirmations;
    private final Reverts reverts;
    private final Enforcement enforcement;
    private final ControlNews news = new ControlNews();
    private final ChangeGate gate;

    /** NICs for which something was handed out that has not ended. */
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    /**
     * @param desired the configuration's desired states
     * @param causes tells what made the register of a NIC read as it does
     * @throws IOException when the journal cannot be read
     */
    public ControlState(
            Watcher watcher,
            ChangeJournal journal,
            List<DesiredStateRule> desired,
            EvidenceWindow evidence,
            DriftCauses causes,
            InstantSource clock,
            LongSupplier nanoClock)
            throws IOException {
        this.watcher = watcher;
        this.evidence = evidence;
        this.clock = clock;
        this.confirmations = new Confirmations(journal, clock, nanoClock);
        this.open = new OpenChanges(journal, confirmations, clock);
        this.set = new JournaledSet(journal, open, clock);
        this.reverts = new Reverts(journal, open, confirmations, set, news, clock);
        this.enforcement = new Enforcement(desired, journal, open, set, causes, news, clock, nanoClock);
        this.gate = new ChangeGate(confirmations, enforcement);
        confirmations.load();
    }

    /** Tells the listener from now on. */
    public void listen(ControlListener listener) {
        news.add(listener);
    }

    OpenChanges open() {
        return open;
    }

    JournaledSet set() {
        return set;
    }

    Confirmations confirmations() {
        return confirmations;
    }

    Enforcement enforcement() {
        return enforcement;
    }

    ChangeGate gate() {
        return gate;
    }

    /** The evidence up to now. */
    Baseline baseline(String stableId) {
        return Baseline.of(evidence.since(stableId, clock.millis() - EvidenceWindow.KEPT.toMillis()));
    }

    /** Hands out what is due; never blocks. */
    public void tick() {
        for (NicSnapshot nic : watcher.all()) {
            try {
                watcher.watch(nic.name()).ifPresent(watch -> tick(nic, watch));
            } catch (RuntimeException broken) {
                LOG.log(Level.ERROR, "What is due on " + nic.name() + " could not be begun", broken);
            }
        }
    }

    private void tick(NicSnapshot nic, NicWatch watch) {
        String id = nic.identity().stableId();
        if (nic.identity().virtualFunction() || underWay.contains(id)) {
            return;
        }
        Optional<String> revert = whyRevert(nic);
        if (revert.isPresent()) {
            later(id, watch, device -> reverts.revert(device, watch, revert.get()));
        } else if (enforcement.isDue(nic) && confirmations.of(id).isEmpty()) {
            later(id, watch, device -> enforcement.enforce(device, watch));
        } else if (open.mayHave(id) && nic.health().polls() > 0) {
            later(id, watch, device -> resolve(device, watch));
        }
    }

    private Optional<String> whyRevert(NicSnapshot nic) {
        String id = nic.identity().stableId();
        Optional<WaitingChange> waiting = confirmations.of(id);
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        Confirmation confirmation = waiting.get().confirmation();
        if (confirmations.isDue(id)) {
            return Optional.of(
                    "not confirmed within " + TimeText.of(TimeUnit.MILLISECONDS.toNanos(confirmation.withinMillis())));
        }
        if (confirmation.guard().isEmpty() || !waiting.get().state().equals("waiting")) {
            return Optional.empty();
        }
        List<Evidence> since = evidence.since(id, confirmation.change().intent().begunMillis());
        return Guard.worse(GuardEvidence.parse(confirmation.guard()), Baseline.parse(confirmation.baseline()), since)
                .map(worse -> "its guard found it worse: " + worse);
    }

    private void resolve(Nic device, NicWatch watch) {
        try {
            open.resolve(device, watch);
        } catch (NicException | IOException failed) {
            LOG.log(Level.DEBUG, "What became of a change is not known yet: {0}", failed.getMessage());
        }
    }

    private void later(String id, NicWatch watch, Consumer<Nic> work) {
        underWay.add(id);
        boolean taken = watch.later(STEPS, device -> {
            try {
                work.accept(device);
            } finally {
                underWay.remove(id);
            }
        });
        if (!taken) {
            underWay.remove(id);
        }
    }
}
