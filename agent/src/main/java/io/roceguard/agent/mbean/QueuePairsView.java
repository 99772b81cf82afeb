// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.control.QueuePairQueries;
import io.roceguard.agent.poll.NicSnapshots;
import io.roceguard.agent.poll.QueuePairsState;
import io.roceguard.device.QueuePair;
import io.roceguard.text.NearestName;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@link QueuePairsMXBean} over the latest snapshot. */
final class QueuePairsView implements QueuePairsMXBean {

    /** As the verbs name them. */
    private static final List<String> STATES = List.of("RESET", "INIT", "RTR", "RTS", "SQD", "SQE", "ERR");

    /** 24 bits. */
    private static final int LARGEST_NUMBER = 0xffffff;

    private final String nic;
    private final NicSnapshots snapshots;
    private final QueuePairQueries queries;
    private final InstantSource clock;

    QueuePairsView(String nic, NicSnapshots snapshots, QueuePairQueries queries, InstantSource clock) {
        this.nic = nic;
        this.snapshots = snapshots;
        this.queries = queries;
        this.clock = clock;
    }

    private QueuePairsState state() {
        return snapshots
                .of(nic)
                .map(snapshot -> snapshot.queuePairs())
                .orElseGet(() -> new QueuePairsState.Unknown(true, nic + " is gone."));
    }

    private Optional<QueuePairsState.Known> known() {
        return state() instanceof QueuePairsState.Known known ? Optional.of(known) : Optional.empty();
    }

    @Override
    public String getNic() {
        return nic;
    }

    @Override
    public String getStatus() {
        return state() instanceof QueuePairsState.Unknown unknown ? unknown.reason() : "ok";
    }

    @Override
    public String getSource() {
        return known().map(QueuePairsState.Known::source).orElse("");
    }

    @Override
    public @Nullable Long getAgeMillis() {
        return known().map(known -> Math.max(0, clock.millis() - known.takenMillis()))
                .orElse(null);
    }

    @Override
    public @Nullable Long getListingDurationMicros() {
        return known().map(known -> known.durationNanos() / 1000).orElse(null);
    }

    @Override
    public @Nullable Long getCount() {
        return known().map(known -> (long) known.all().size()).orElse(null);
    }

    @Override
    public @Nullable SortedMap<String, Long> getCountByState() {
        return countBy(QueuePair::state);
    }

    @Override
    public @Nullable SortedMap<String, Long> getCountByType() {
        return countBy(QueuePair::type);
    }

    private @Nullable SortedMap<String, Long> countBy(Function<QueuePair, String> key) {
        return known().map(known -> {
                    SortedMap<String, Long> counts = new TreeMap<>();
                    known.all().forEach(pair -> counts.merge(key.apply(pair), 1L, Long::sum));
                    return counts;
                })
                .orElse(null);
    }

    @Override
    public @Nullable Long getProcessCount() {
        return known().map(known -> (long) QueuePairOwnerView.of(known.all()).size())
                .orElse(null);
    }

    @Override
    public QueuePairOwnerView[] getProcesses() {
        return known().map(known -> QueuePairOwnerView.of(known.all())).orElse(List.of()).stream()
                .limit(LONGEST_LIST)
                .toArray(QueuePairOwnerView[]::new);
    }

    @Override
    public @Nullable Long getInErrorCount() {
        return known().map(known -> (long) known.inError().size()).orElse(null);
    }

    @Override
    public QueuePairView[] getInError() {
        return known().map(QueuePairsState.Known::inError).orElse(List.of()).stream()
                .limit(LONGEST_LIST)
                .map(QueuePairView::of)
                .toArray(QueuePairView[]::new);
    }

    @Override
    public String getCounterSetsStatus() {
        return known().map(known -> known.setsProblem().isEmpty() ? "ok" : known.setsProblem())
                .orElseGet(this::getStatus);
    }

    @Override
    public @Nullable Long getCounterSetCount() {
        return known().filter(known -> known.setsProblem().isEmpty())
                .map(known -> (long) known.sets().size())
                .orElse(null);
    }

    @Override
    public CounterSetView[] getCounterSets() {
        return known().map(QueuePairsState.Known::sets).orElse(List.of()).stream()
                .limit(LONGEST_LIST)
                .map(CounterSetView::of)
                .toArray(CounterSetView[]::new);
    }

    @Override
    public long refresh() {
        return DeviceWork.translated(() -> queries.refresh(nic)).all().size();
    }

    @Override
    public QueuePairTimingView queryTiming(int number) {
        if (number < 0 || number > LARGEST_NUMBER) {
            throw new IllegalArgumentException("A QP number is 0.." + LARGEST_NUMBER + ": number=" + number + ".");
        }
        return QueuePairTimingView.of(DeviceWork.translated(() -> queries.timing(nic, number)));
    }

    @Override
    public QueuePairView[] list(@Nullable String state, int limit) {
        if (limit < 1 || limit > LARGEST_LIMIT) {
            throw new IllegalArgumentException("limit must be 1.." + LARGEST_LIMIT + ": limit=" + limit + ".");
        }
        if (!(state() instanceof QueuePairsState.Known known)) {
            throw new IllegalStateException(getStatus());
        }
        String wanted = state == null ? "" : state.strip();
        requireState(wanted, known);
        return known.all().stream()
                .filter(pair -> wanted.isEmpty() || pair.state().equalsIgnoreCase(wanted))
                .sorted(Comparator.comparing((QueuePair pair) -> !QueuePairsState.Known.failing(pair))
                        .thenComparingInt(QueuePair::number))
                .limit(limit)
                .map(QueuePairView::of)
                .toArray(QueuePairView[]::new);
    }

    /** A mistyped state would look like good news. */
    private static void requireState(String wanted, QueuePairsState.Known known) {
        Set<String> states = new TreeSet<>(STATES);
        known.all().forEach(pair -> states.add(pair.state()));
        if (!wanted.isEmpty() && states.stream().noneMatch(wanted::equalsIgnoreCase)) {
            throw new IllegalArgumentException("There is no queue pair state " + wanted + "."
                    + NearestName.hint(wanted, states) + " States: " + String.join(", ", states) + ".");
        }
    }
}
