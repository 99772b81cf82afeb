// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What a profile does to a queue pair whose path dies at its first transmission, exactly: computed by whole segments of
 * equal timers, for every initial timeout. Times are nanoseconds since that transmission and stay at
 * {@link Long#MAX_VALUE} where they do not fit. Immutable.
 *
 * <p>It holds for a queue pair that is new; one that an earlier outage has left with a longer timeout has the same total
 * and coarser steps: {@link #adapted}. A packet sent just before the path died shortens every time by a round trip at most.
 */
public final class DeadPath {

    /** More are not raised to a power exactly. */
    private static final long MOST_EXACT = 1000;

    private static final double NANOS_PER_SECOND = 1e9;

    private final TimeoutTable table;
    private final int lowest;
    private final List<Climb> climbs;

    private DeadPath(TimeoutTable table, int lowest, List<Climb> climbs) {
        this.table = table;
        this.lowest = lowest;
        this.climbs = climbs;
    }

    /**
     * Of a queue pair that is new.
     *
     * @throws IllegalArgumentException for a profile that defines no timeouts; the message names the field
     */
    public static DeadPath of(AdpProfile profile, QpTiming timing, ProfileLimits limits, AdpReading reading) {
        TimeoutTable table = new TimeoutTable(profile, timing, limits, reading);
        List<Climb> climbs = IntStream.range(0, table.initials)
                .mapToObj(row -> new Climb(table, reading.totalCheck(), row))
                .toList();
        return new DeadPath(table, table.initialLow, climbs);
    }

    /** With the usual limits and the default reading. */
    public static DeadPath of(AdpProfile profile, QpTiming timing) {
        return of(profile, timing, ProfileLimits.USUAL, AdpReading.DEFAULT);
    }

    /**
     * Of a queue pair that stands at the highest timeout of the last range, after an earlier outage.
     *
     * @throws IllegalArgumentException as {@link #of}
     */
    public static DeadPath adapted(AdpProfile profile, QpTiming timing, ProfileLimits limits, AdpReading reading) {
        TimeoutTable table = new TimeoutTable(profile, timing, limits, reading);
        int top = table.next.length - 1;
        return new DeadPath(table, table.exponent[top], List.of(new Climb(table, reading.totalCheck(), top)));
    }

    /** The total timeout; empty where there is none, or none within 292 years. */
    public OptionalLong totalNanos() {
        return table.timer ? known(table.total) : OptionalLong.empty();
    }

    private static OptionalLong known(long nanos) {
        return nanos == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(nanos);
    }

    /** Whether a queue pair fails at all. */
    public boolean fails() {
        return climbs.stream().allMatch(Climb::fails);
    }

    /** When it fails; empty where it never does. */
    public Optional<Spread> detectionNanos() {
        return fails() ? Optional.of(Spread.of(climbs, Climb::failsAt)) : Optional.empty();
    }

    /** The same for each initial exponent. */
    public Map<Integer, Long> detectionByExponent() {
        return byExponent(Climb::failsAt);
    }

    /** How many are sent before it fails; {@link Long#MAX_VALUE} where it never does. */
    public Spread retransmissions() {
        return Spread.of(climbs, Climb::retransmissions);
    }

    /** The same for each initial exponent. */
    public Map<Integer, Long> retransmissionsByExponent() {
        return byExponent(Climb::retransmissions);
    }

    private Map<Integer, Long> byExponent(ToLongFunction<Climb> figure) {
        Map<Integer, Long> figures = new TreeMap<>();
        for (int i = 0; i < climbs.size(); i++) {
            figures.put(lowest + i, figure.applyAsLong(climbs.get(i)));
        }
        return figures;
    }

    /**
     * The longest outage that every queue pair survives; empty where none ever fails.
     *
     * @param roundTripNanos so long before the failure must the last retransmission be sent
     */
    public OptionalLong surelySurvivedNanos(long roundTripNanos) {
        return fails() ? survived(roundTripNanos).min() : OptionalLong.empty();
    }

    /** The longest outage that a queue pair with the best initial timeout survives; empty where none ever fails. */
    public OptionalLong atBestSurvivedNanos(long roundTripNanos) {
        return fails() ? survived(roundTripNanos).max() : OptionalLong.empty();
    }

    private LongStream survived(long roundTrip) {
        return climbs.stream().mapToLong(climb -> climb.lastAnswered(roundTrip));
    }

    /** How long after an outage of that length a queue pair goes on. */
    public RecoveryDelays recovery(long outageNanos) {
        Map<Long, Integer> delays = new TreeMap<>();
        int failed = 0;
        for (Climb climb : climbs) {
            long first = climb.before(outageNanos) + 1;
            if (first > climb.retransmissions()) {
                failed++;
            } else {
                delays.merge(climb.sentAt(first) - outageNanos, 1, Integer::sum);
            }
        }
        List<RecoveryDelays.Outcome> outcomes = new ArrayList<>();
        delays.forEach(
                (delay, count) -> outcomes.add(new RecoveryDelays.Outcome(delay, Rational.of(count, climbs.size()))));
        return new RecoveryDelays(outageNanos, outcomes, Rational.of(failed, climbs.size()));
    }

    /** How many retransmissions a queue pair sends into an outage of that length. */
    public Spread retransmissionsDuring(long outageNanos) {
        return Spread.of(climbs, climb -> climb.before(outageNanos));
    }

    /** The longest recovery delay after any outage that is surely survived; empty where none is, or none ever fails. */
    public OptionalLong worstRecoveryNanos() {
        OptionalLong sure = surelySurvivedNanos(0);
        if (sure.isEmpty() || climbs.stream().anyMatch(climb -> climb.retransmissions() == 0)) {
            return OptionalLong.empty();
        }
        return climbs.stream()
                .mapToLong(climb -> climb.longestWait(sure.getAsLong()))
                .max();
    }

    /** The most retransmissions a second that one queue pair sends; 0 where it sends none. */
    public double peakPerSecond() {
        return perSecond(sending().mapToLong(TimeoutSegment::armedNanos).min());
    }

    /** Retransmissions a second at the end of the climb, until the failure; 0 where a queue pair sends none. */
    public double steadyPerSecond() {
        List<TimeoutSegment> segments = climbs.get(0).segments();
        return segments.isEmpty()
                ? 0
                : NANOS_PER_SECOND / segments.get(segments.size() - 1).armedNanos();
    }

    private static double perSecond(OptionalLong armed) {
        return armed.isEmpty() ? 0 : NANOS_PER_SECOND / armed.getAsLong();
    }

    private Stream<TimeoutSegment> sending() {
        return climbs.stream().flatMap(climb -> climb.segments().stream()).filter(segment -> segment.count() > 0);
    }

    /**
     * Probability that a queue pair fails because a packet and all its retransmissions are lost, each independently.
     *
     * @param loss probability of one loss
     * @return exact; empty where more than 1000 retransmissions make the number useless
     */
    public Optional<Rational> failureByLoss(Rational loss) {
        if (climbs.stream().anyMatch(climb -> climb.retransmissions() > MOST_EXACT)) {
            return Optional.empty();
        }
        Rational sum = Rational.ZERO;
        for (Climb climb : climbs) {
            sum = sum.plus(loss.pow(Math.toIntExact(1 + climb.retransmissions())));
        }
        return Optional.of(sum.dividedBy(Rational.of(climbs.size())));
    }

    /** Indexes of the ranges that some queue pair reaches before it fails. */
    public NavigableSet<Integer> reachedRanges() {
        NavigableSet<Integer> reached = new TreeSet<>();
        for (Climb climb : climbs) {
            climb.segments().forEach(segment -> reached.add(segment.range()));
        }
        reached.remove(TimeoutTable.NONE);
        return reached;
    }

    /** Exponents of the initial timeouts, ascending. */
    public List<Integer> initialExponents() {
        return IntStream.range(lowest, lowest + climbs.size()).boxed().toList();
    }

    /**
     * All timers of a queue pair until it fails, the last of them included: it belongs to the last segment, whose count
     * leaves it out.
     *
     * @param initialExponent one of {@link #initialExponents}
     */
    public List<TimeoutSegment> timeline(int initialExponent) {
        return List.copyOf(climbs.get(initialExponent - lowest).segments());
    }
}
