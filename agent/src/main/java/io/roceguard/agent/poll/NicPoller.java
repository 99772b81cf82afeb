// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.counter.CounterCatalog;
import io.roceguard.counter.CounterDeltas;
import io.roceguard.counter.CounterSample;
import io.roceguard.counter.DeltaTracker;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.PortInfo;
import io.roceguard.device.Quarantine;
import io.roceguard.register.RegisterImage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** One full reading of a NIC: ports, register, counters. Runs on the NIC's worker only. */
final class NicPoller {

    private static final Logger LOG = System.getLogger(NicPoller.class.getName());

    /** Longest wait after failures that end by themselves, such as a reset of the firmware. */
    private static final Duration PASSING_PAUSE = Duration.ofMinutes(1);

    private final Nic nic;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final CounterCatalog catalog;
    private final Quarantine registerQuarantine = new Quarantine();
    private volatile boolean registerTimedOut;
    private volatile String whyRarely = "";
    private final Map<Integer, DeltaTracker> trackers = new HashMap<>();
    private final Map<Integer, Quarantine> portQuarantines = new HashMap<>();

    NicPoller(Nic nic, InstantSource clock, LongSupplier nanoClock) {
        this.nic = nic;
        this.clock = clock;
        this.nanoClock = nanoClock;
        this.catalog = CounterCatalog.of(nic.identity().driver());
    }

    /** The next snapshot; failures are part of it. */
    NicSnapshot poll(NicSnapshot before) {
        long begin = nanoClock.getAsLong();
        List<PortInfo> ports = before.ports();
        String state = "ok";
        try {
            ports = nic.readPorts();
        } catch (NicException failed) {
            state = String.valueOf(failed.getMessage());
        }
        RegisterState register = readRegister(before.register());
        Map<Integer, PortCounters> counters = new LinkedHashMap<>();
        for (PortInfo port : ports) {
            counters.put(port.number(), readCounters(port.number()));
        }
        long now = clock.millis();
        boolean same = state.equals(before.health().state());
        NicHealth health = new NicHealth(
                state.equals("ok"),
                state,
                same ? before.health().sinceMillis() : now,
                now,
                nanoClock.getAsLong() - begin,
                before.health().polls() + 1);
        return new NicSnapshot(
                nic.identity(),
                health,
                ports,
                register,
                counters,
                before.queuePairs(),
                nic.register().accessPath(),
                nic.register().accessReason());
    }

    /** Called on the worker when somebody else has read the register well: it may be asked again. */
    void registerAnswered() {
        registerQuarantine.succeeded();
        registerTimedOut = false;
        whyRarely = "";
    }

    /** Why the register is asked rarely, empty when it is not; on any thread. */
    Optional<String> registerQuarantine() {
        return Optional.of(whyRarely).filter(reason -> !reason.isEmpty());
    }

    /** Whether the last reading of the register ended without an answer in time. */
    boolean registerTimedOut() {
        return registerTimedOut;
    }

    private RegisterState readRegister(RegisterState before) {
        if (!registerQuarantine.mayTry(nanoClock.getAsLong())) {
            return before;
        }
        try {
            RegisterImage image = nic.register().get(0);
            registerAnswered();
            return new RegisterState.Known(image, clock.millis());
        } catch (NicException failed) {
            registerTimedOut = failed instanceof NicException.Timeout;
            String reason = String.valueOf(failed.getMessage());
            if (registerQuarantine.failed(reason, nanoClock.getAsLong(), longestPause(failed))) {
                LOG.log(Level.INFO, "{0} From now on it is asked rarely.", reason);
            }
            whyRarely = registerQuarantine.active() ? reason : "";
            return new RegisterState.Unknown(!(failed instanceof NicException.NotSupported), reason);
        }
    }

    /** Most that may pass until what failed like this is tried again. */
    static Duration longestPause(NicException failed) {
        boolean passing = failed instanceof NicException.Busy
                || failed instanceof NicException.Timeout
                || failed instanceof NicException.Unreachable;
        return passing ? PASSING_PAUSE : Quarantine.LONGEST_PAUSE;
    }

    private PortCounters readCounters(int port) {
        Quarantine quarantine = portQuarantines.computeIfAbsent(port, number -> new Quarantine());
        long now = nanoClock.getAsLong();
        if (!quarantine.mayTry(now)) {
            return new PortCounters(
                    new CounterSample(port, now, Map.of(), "quarantined: " + quarantine.reason()),
                    Map.of(),
                    clock.millis(),
                    nic.counters().source(port));
        }
        try {
            CounterSample sample = nic.counters().read(port);
            quarantine.succeeded();
            DeltaTracker tracker = trackers.computeIfAbsent(port, number -> new DeltaTracker(catalog));
            CounterDeltas deltas = tracker.update(sample);
            return new PortCounters(
                    sample, deltas.perSecond(), clock.millis(), nic.counters().source(port));
        } catch (NicException failed) {
            String reason = String.valueOf(failed.getMessage());
            if (quarantine.failed(reason, now)) {
                LOG.log(Level.WARNING, "{0} From now on it is asked rarely.", reason);
            }
            return new PortCounters(
                    new CounterSample(port, now, Map.of(), reason),
                    Map.of(),
                    clock.millis(),
                    nic.counters().source(port));
        }
    }
}
