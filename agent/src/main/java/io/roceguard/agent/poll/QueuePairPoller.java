// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.PortInfo;
import io.roceguard.device.Quarantine;
import io.roceguard.device.QueuePair;
import io.roceguard.device.QueuePairCounters;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lists the queue pairs of a NIC, and what counts them. Each queue pair costs the firmware a command, so the next listing
 * begins no sooner than the configured time after the last one, and no sooner than {@value #SHARE} times as long as that
 * one took. Runs on the NIC's worker only.
 */
final class QueuePairPoller {

    /** At most one part in so many of the time is spent on listing. */
    static final int SHARE = 20;

    private static final Logger LOG = System.getLogger(QueuePairPoller.class.getName());

    private final Nic nic;
    private final @Nullable Duration interval;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final Quarantine quarantine = new Quarantine();
    private boolean listed;
    private long beganNanos;
    private long pauseNanos;

    /** @param interval null to list only when {@link #list} is asked for */
    QueuePairPoller(Nic nic, @Nullable Duration interval, InstantSource clock, LongSupplier nanoClock) {
        this.nic = nic;
        this.interval = interval;
        this.clock = clock;
        this.nanoClock = nanoClock;
    }

    /** What is known before the first listing. */
    static QueuePairsState atFirst(@Nullable Duration interval) {
        return new QueuePairsState.Unknown(
                false,
                interval == null
                        ? "The queue pairs are not listed by themselves, because poll.queue_pairs is off;"
                                + " the operation refresh lists them."
                        : "The queue pairs have not been listed yet.");
    }

    /** The state after this poll: a new listing when it is time for one, else what was known before. */
    QueuePairsState poll(QueuePairsState before, List<PortInfo> ports) {
        if (interval == null || !due(interval) || !quarantine.mayTry(nanoClock.getAsLong())) {
            return before;
        }
        try {
            return list(ports);
        } catch (NicException failed) {
            String reason = String.valueOf(failed.getMessage());
            boolean supported = !(failed instanceof NicException.NotSupported);
            if (quarantine.failed(reason, nanoClock.getAsLong(), NicPoller.longestPause(failed))) {
                LOG.log(supported ? Level.WARNING : Level.DEBUG, "{0} From now on it is asked rarely.", reason);
            }
            return new QueuePairsState.Unknown(supported, reason);
        }
    }

    private boolean due(Duration least) {
        return !listed || nanoClock.getAsLong() - beganNanos >= Math.max(least.toNanos(), pauseNanos);
    }

    /** Lists them now. */
    QueuePairsState.Known list(List<PortInfo> ports) throws NicException {
        listed = true;
        beganNanos = nanoClock.getAsLong();
        try {
            List<QueuePair> all = nic.queuePairs().list();
            List<QueuePairCounters> sets = new ArrayList<>();
            String setsProblem = readSets(ports, sets);
            long took = nanoClock.getAsLong() - beganNanos;
            quarantine.succeeded();
            return new QueuePairsState.Known(
                    all, sets, setsProblem, nic.queuePairs().source(), clock.millis(), took);
        } finally {
            // A listing that failed has cost its time as well.
            pauseNanos = SHARE * (nanoClock.getAsLong() - beganNanos);
        }
    }

    /** Without the sets the list is still worth having. */
    private String readSets(List<PortInfo> ports, List<QueuePairCounters> sets) {
        try {
            for (PortInfo port : ports) {
                sets.addAll(nic.queuePairs().counters(port.number()));
            }
            return "";
        } catch (NicException failed) {
            sets.clear();
            return String.valueOf(failed.getMessage());
        }
    }
}
