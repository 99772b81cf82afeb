// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.adp.Finding;
import io.roceguard.agent.access.Caller;
import io.roceguard.agent.config.DesiredStateRule;
import io.roceguard.agent.config.DesiredStateRule.Mode;
import io.roceguard.agent.control.Drift.State;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.NicWatch;
import io.roceguard.agent.poll.RegisterState;
import io.roceguard.agent.store.ChangeJournal;
import io.roceguard.agent.store.ChangeKind;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.register.RegisterImage;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Holds each NIC against its desired state, and sets it again where the configuration wants that: at once the first time,
 * then after a pause that doubles. What does not stay for an hour after {@value #ROUNDS} times is left to whoever else
 * writes it, and said.
 */
final class Enforcement {

    /** How often a NIC is set again before somebody else is taken to be writing too. */
    static final int ROUNDS = 3;

    static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    static final Duration SETTLED = Duration.ofHours(1);

    private static final Logger LOG = System.getLogger(Enforcement.class.getName());

    /** What happened to one NIC so far. */
    private static final class Progress {
        private int rounds;
        private int failures;
        private long notBeforeNanos;
        private long setNanos;
        private boolean contended;
        private String impossible = "";
        private RegisterImage impossibleFor = RegisterImage.zero();
        private String said = "";
        private long asDesiredMillis;
        private List<String> differences = List.of();
        private String cause = "";

        Progress(long nowNanos) {
            notBeforeNanos = nowNanos;
        }
    }

    private final List<DesiredStateRule> rules;
    private final ChangeJournal journal;
    private final OpenChanges open;
    private final JournaledSet set;
    private final DriftCauses causes;
    private final ControlListener listener;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final Map<String, Progress> byNic = new ConcurrentHashMap<>();

    Enforcement(
            List<DesiredStateRule> rules,
            ChangeJournal journal,
            OpenChanges open,
            JournaledSet set,
            DriftCauses causes,
            ControlListener listener,
            InstantSource clock,
            LongSupplier nanoClock) {
        this.rules = List.copyOf(rules);
        this.journal = journal;
        this.open = open;
        this.set = set;
        this.causes = causes;
        this.listener = listener;
        this.clock = clock;
        this.nanoClock = nanoClock;
    }

    private Progress progress(NicSnapshot nic) {
        return byNic.computeIfAbsent(nic.identity().stableId(), unused -> new Progress(nanoClock.getAsLong()));
    }

    Optional<DesiredState> desired(NicSnapshot nic) {
        return DesiredState.of(rules, nic.identity());
    }

    /** How that NIC stands to its desired state, empty when the configuration wants nothing of it. */
    Optional<Drift> drift(NicSnapshot nic) {
        return desired(nic).map(desired -> {
            Progress progress = progress(nic);
            synchronized (progress) {
                return drift(desired, nic, progress);
            }
        });
    }

    private Drift drift(DesiredState desired, NicSnapshot nic, Progress progress) {
        if (!(nic.register() instanceof RegisterState.Known known)) {
            String reason = nic.register() instanceof RegisterState.Unknown unknown ? unknown.reason() : "";
            return new Drift(desired, State.UNKNOWN, List.of(), "", progress.rounds, reason);
        }
        List<String> differences = desired.differences(known.image());
        if (differences.isEmpty()) {
            return new Drift(
                    desired, State.AS_DESIRED, differences, "", progress.rounds, "The register is as desired.");
        }
        State state = State.DRIFTED;
        String then = "It is only observed.";
        if (desired.mode() == Mode.ENFORCE && progress.contended) {
            state = State.CONTENDED;
            then = "It was set again " + progress.rounds + " times and did not stay: somebody else writes this register"
                    + " too. It is left alone until the daemon is started anew; find the other writer, or take the NIC"
                    + " out of desired_state.";
        } else if (desired.mode() == Mode.ENFORCE
                && !progress.impossible.isEmpty()
                && progress.impossibleFor.equals(known.image())) {
            state = State.IMPOSSIBLE;
            then = progress.impossible;
        } else if (desired.mode() == Mode.ENFORCE) {
            state = State.ENFORCING;
            then = "It is set again.";
        }
        if (!differences.equals(progress.differences)) {
            progress.differences = differences;
            progress.cause = causes.of(nic.identity().stableId(), known.image(), progress.asDesiredMillis);
        }
        return new Drift(
                desired,
                state,
                differences,
                progress.cause,
                progress.rounds,
                nic.name() + " is not as " + desired.source() + " wants it: " + String.join(", ", differences) + " ("
                        + progress.cause + ")" + ". " + then);
    }

    /** Says a new drift once, and whether the register is to be set again now. */
    boolean isDue(NicSnapshot nic) {
        Optional<Drift> drift = drift(nic);
        if (drift.isEmpty() || drift.get().state() == State.UNKNOWN) {
            return false;
        }
        Progress progress = progress(nic);
        synchronized (progress) {
            long now = nanoClock.getAsLong();
            if (drift.get().state() == State.AS_DESIRED) {
                settle(nic, progress, now, clock.millis());
                return false;
            }
            String what = drift.get().state() + " " + drift.get().differences();
            if (!what.equals(progress.said)) {
                LOG.log(
                        drift.get().state() == State.CONTENDED ? Level.ERROR : Level.WARNING,
                        drift.get().message());
                progress.said = what;
                listener.drifted(nic.name(), drift.get());
            }
            if (drift.get().state() != State.ENFORCING || now - progress.notBeforeNanos < 0) {
                return false;
            }
            if (progress.rounds >= ROUNDS) {
                progress.contended = true;
                return false;
            }
            return true;
        }
    }

    private static void settle(NicSnapshot nic, Progress progress, long now, long nowMillis) {
        progress.asDesiredMillis = nowMillis;
        progress.differences = List.of();
        if (!progress.said.isEmpty()) {
            LOG.log(Level.INFO, "{0} is as desired again.", nic.name());
            progress.said = "";
        }
        if (progress.rounds > 0 && now - progress.setNanos > SETTLED.toNanos()) {
            progress.rounds = 0;
            progress.contended = false;
        }
    }

    /** Sets the register as it is desired. On the worker. */
    void enforce(Nic device, NicWatch watch) {
        NicSnapshot nic = watch.snapshot();
        Optional<DesiredState> desired = desired(nic);
        Progress progress = progress(nic);
        if (desired.isEmpty()) {
            return;
        }
        RegisterImage now = RegisterImage.zero();
        try {
            open.resolve(device, watch);
            now = device.register().get(0);
            if (desired.get().differences(now).isEmpty()) {
                watch.sawRegister(now);
                return;
            }
            set(device, watch, desired.get(), now, drift(nic).map(Drift::cause).orElse(""));
            ended(progress, "", now);
        } catch (IllegalArgumentException refused) {
            ended(progress, String.valueOf(refused.getMessage()), now);
        } catch (NicException | IOException | RuntimeException failed) {
            failed(progress, nic.name(), String.valueOf(failed.getMessage()));
        }
    }

    private void set(Nic device, NicWatch watch, DesiredState desired, RegisterImage now, String cause)
            throws NicException, IOException {
        ChangePlan plan = ChangePlan.on(device, now, desired.assignments());
        List<Finding> findings = PlanReview.findings(plan, device.identity(), List.of(TimingInUse.USUAL));
        ChangeGate.checkFindings(findings, desired.accepted(), "accept in " + desired.source());
        device.confirmIdentity();
        String why = desired.source() + "; drifted by: " + cause;
        ChangeResult result = set.send(
                device,
                watch,
                journal.begin(plan.intent(
                        ChangeKind.ENFORCE,
                        null,
                        device.identity(),
                        Caller.DAEMON,
                        why,
                        desired.assignments(),
                        "",
                        clock.millis())),
                plan);
        LOG.log(Level.WARNING, "{0} was set as {1} wants it. {2}", plan.nic(), desired.source(), result.message());
    }

    /** @param impossible why it is not to be tried again on this state, {@code ""} when it was set */
    private void ended(Progress progress, String impossible, RegisterImage now) {
        synchronized (progress) {
            progress.impossible = impossible;
            progress.impossibleFor = now;
            progress.failures = 0;
            if (impossible.isEmpty()) {
                progress.rounds++;
                progress.asDesiredMillis = clock.millis();
                progress.differences = List.of();
                progress.setNanos = nanoClock.getAsLong();
                progress.notBeforeNanos = progress.setNanos + (FIRST_PAUSE.toNanos() << (progress.rounds - 1));
            }
        }
    }

    private void failed(Progress progress, String nic, String problem) {
        synchronized (progress) {
            if (progress.failures == 0) {
                LOG.log(Level.WARNING, "{0} could not be set as desired and is tried again: {1}", nic, problem);
            }
            progress.notBeforeNanos = nanoClock.getAsLong() + (FIRST_PAUSE.toNanos() << Math.min(progress.failures, 8));
            progress.failures++;
        }
    }
}
