// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.agent.poll.NicListener;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.PortCounters;
import io.roceguard.counter.CounterCatalog;
import io.roceguard.counter.DeltaTracker;
import io.roceguard.diagnosis.Evidence;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What the counters of each NIC did from poll to poll in the last {@link #KEPT}. Thread-safe. */
public final class EvidenceWindow implements NicListener {

    static final Duration KEPT = Duration.ofMinutes(10);

    private static final int MOST_INTERVALS = 6000;

    private static final class OfNic {
        private final Map<Integer, DeltaTracker> trackers = new HashMap<>();
        private final Map<Integer, Long> lastNanos = new HashMap<>();
        private final Deque<Interval> intervals = new ArrayDeque<>();
    }

    private record Interval(long endMillis, Evidence evidence) {}

    private final Map<String, OfNic> byNic = new ConcurrentHashMap<>();

    @Override
    public void added(NicSnapshot first, @Nullable String formerName) {
        byNic.putIfAbsent(first.identity().stableId(), new OfNic());
    }

    @Override
    public void changed(NicSnapshot before, NicSnapshot after) {
        OfNic nic = byNic.get(after.identity().stableId());
        if (nic == null) {
            return;
        }
        synchronized (nic) {
            Evidence interval = Evidence.NONE;
            boolean polled = false;
            CounterCatalog catalog = CounterCatalog.of(after.identity().driver());
            for (PortCounters port : after.counters().values()) {
                int number = port.sample().port();
                Long last = nic.lastNanos.put(number, port.sample().takenNanos());
                if (last == null || last != port.sample().takenNanos()) {
                    DeltaTracker tracker = nic.trackers.computeIfAbsent(number, unused -> new DeltaTracker(catalog));
                    interval = interval.beside(Evidence.of(tracker.update(port.sample()), catalog));
                    polled = true;
                }
            }
            if (polled && interval.nanos() > 0) {
                long end = after.health().polledMillis();
                nic.intervals.add(new Interval(end, interval));
                while (nic.intervals.size() > MOST_INTERVALS
                        || nic.intervals.getFirst().endMillis() < end - KEPT.toMillis()) {
                    nic.intervals.removeFirst();
                }
            }
        }
    }

    @Override
    public void removed(NicSnapshot last, @Nullable String newName) {
        if (newName == null) {
            byNic.remove(last.identity().stableId());
        }
    }

    /** The intervals of that NIC that ended after a time, oldest first. */
    List<Evidence> since(String stableId, long afterMillis) {
        OfNic nic = byNic.get(stableId);
        if (nic == null) {
            return List.of();
        }
        synchronized (nic) {
            List<Evidence> since = new ArrayList<>();
            for (Interval interval : nic.intervals) {
                if (interval.endMillis() > afterMillis) {
                    since.add(interval.evidence());
                }
            }
            return since;
        }
    }
}
