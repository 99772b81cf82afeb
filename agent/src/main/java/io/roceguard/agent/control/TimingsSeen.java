// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.adp.QpTiming;
import io.roceguard.agent.poll.NicWatch;
import io.roceguard.agent.poll.QueuePairsState;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.QueuePair;
import io.roceguard.device.QueuePairTiming;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which retry settings the queue pairs of a NIC have. A few of them are asked, one of each process first, and the answer is
 * kept for a minute: each question costs the firmware a command, and everybody who may read may ask for a plan.
 */
final class TimingsSeen {

    private static final int MOST_ASKED = 8;
    private static final Duration KEPT = Duration.ofMinutes(1);

    private record Seen(List<TimingInUse> timings, long atNanos) {}

    private final Map<String, Seen> byNic = new ConcurrentHashMap<>();
    private final LongSupplier nanoClock;

    TimingsSeen(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** What is in use, most frequent first; what is usual where no queue pair can be asked. */
    List<TimingInUse> of(NicWatch watch) {
        String id = watch.snapshot().identity().stableId();
        long now = nanoClock.getAsLong();
        Seen seen = byNic.get(id);
        if (seen == null || now - seen.atNanos() > KEPT.toNanos()) {
            seen = new Seen(ask(watch), now);
            byNic.put(id, seen);
        }
        return seen.timings();
    }

    private static List<TimingInUse> ask(NicWatch watch) {
        List<QueuePair> asked = sample(watch.snapshot().queuePairs());
        if (asked.isEmpty()) {
            return List.of(TimingInUse.USUAL);
        }
        try {
            return watch.call("Reading the timing of queue pairs", 1, device -> timings(device, asked));
        } catch (NicException unknown) {
            return List.of(TimingInUse.USUAL);
        }
    }

    private static List<QueuePair> sample(QueuePairsState state) {
        if (!(state instanceof QueuePairsState.Known known)) {
            return List.of();
        }
        List<QueuePair> connected = known.all().stream()
                .filter(pair -> pair.type().equals("RC") && pair.state().equals("RTS"))
                .toList();
        Set<@Nullable Integer> owners = new LinkedHashSet<>();
        Set<QueuePair> sample = new LinkedHashSet<>();
        connected.stream().filter(pair -> owners.add(pair.pid())).forEach(sample::add);
        sample.addAll(connected);
        return sample.stream().limit(MOST_ASKED).toList();
    }

    private static List<TimingInUse> timings(Nic device, List<QueuePair> asked) throws NicException {
        Map<QpTiming, Integer> counts = new LinkedHashMap<>();
        for (QueuePair pair : asked) {
            QueuePairTiming timing = device.queuePairs().timing(pair.number());
            counts.merge(new QpTiming(timing.ackTimeout(), timing.retryCount()), 1, Integer::sum);
        }
        return counts.entrySet().stream()
                .map(entry -> new TimingInUse(entry.getKey(), entry.getValue(), TimingInUse.Source.SEEN))
                .sorted(Comparator.comparingInt(TimingInUse::queuePairs).reversed())
                .toList();
    }
}
