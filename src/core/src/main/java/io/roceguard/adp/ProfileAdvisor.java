// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.adp.Advice.Goal;
import io.roceguard.adp.Advice.Proposal;
import io.roceguard.register.DecMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the profile that survives given outages, reports a dead path in time, and costs least. It tries every profile
 * of a space: the least time base of the device, 2 to 4 initial timeouts at the lower end of range 0, one or two ranges one
 * after the other, and the total timeout of the queue pairs or the shortest of the profile that survives. What a profile
 * does is told by {@link DeadPath}.
 */
public final class ProfileAdvisor {

    private static final int[] INITIALS = {2, 3, 4};
    private static final int[] FIRST_USES = {1, 2, 3, 4, 6, 8};
    private static final int[] SECOND_USES = {1, 2, 4};
    private static final int FIRST_SIZES = 8;
    private static final int SECOND_SIZES = 6;
    private static final int LOWS = 16;
    private static final int MOST_EXPONENT = 40;
    private static final double RETRANSMISSIONS_PER_COST = 100;

    private final Goal goal;
    private final int timeBase;
    private final List<Proposal> reaching = new ArrayList<>();
    private int considered;
    private long longestSurvived;
    private long soonestDetection = Long.MAX_VALUE;

    private ProfileAdvisor(Goal goal) {
        this.goal = goal;
        int micros = (int) Math.max(1, (goal.limits().baseTimeoutMinNanos() + 999) / 1000);
        this.timeBase = Integer.highestOneBit(2 * micros - 1);
    }

    /** The best profile for this goal and the runner-up, or how far it is out of reach. */
    public static Advice advise(Goal goal) {
        ProfileAdvisor advisor = new ProfileAdvisor(goal);
        advisor.space(advisor::consider);
        return advisor.advice();
    }

    /** Every profile of the space, also those with a total that is longer than need be. */
    static List<AdpProfile> space(Goal goal) {
        List<AdpProfile> profiles = new ArrayList<>();
        new ProfileAdvisor(goal).space(profile -> !profiles.add(profile));
        return profiles;
    }

    private void space(Predicate<AdpProfile> each) {
        long base = timeBase * 1000L;
        int lowest = 0;
        while (Saturating.shift(base, lowest) <= Saturating.multiply(2, goal.roundTripNanos())) {
            lowest++;
        }
        long longest = goal.timing().ackTimeout() == 0 ? 0 : goal.timing().ackTimeoutNanos();
        int highest = -1;
        while (highest < MOST_EXPONENT && Saturating.shift(base, highest + 1) <= longest) {
            highest++;
        }
        for (int low = lowest; low < lowest + LOWS; low++) {
            // Whoever begins with a timeout that is longer than the outage waits longer than it lasts.
            if (low > lowest && Saturating.shift(base, low) > goal.surviveNanos()) {
                return;
            }
            for (int initials : INITIALS) {
                for (int size = initials; size <= FIRST_SIZES && low + size - 1 <= highest; size++) {
                    for (int uses : FIRST_USES) {
                        TimeoutRange first = range(low, size, uses, 0);
                        totals(each, initials, List.of(first));
                        second(each, initials, first, highest);
                    }
                }
            }
        }
    }

    private void second(Predicate<AdpProfile> each, int initials, TimeoutRange first, int highest) {
        if (goal.limits().maxRangeNum() < 2) {
            return;
        }
        int low = first.lowBound() + first.rangeSize();
        for (int size = 1; size <= SECOND_SIZES && low + size - 1 <= highest; size++) {
            for (int uses : SECOND_USES) {
                if (uses != first.retryNum()) {
                    totals(each, initials, List.of(first, range(low, size, uses, 0)));
                }
            }
        }
    }

    private static TimeoutRange range(int low, int size, int uses, int previous) {
        return new TimeoutRange(low, size, uses, DecMode.TO_DIV_2.code(), previous);
    }

    private void totals(Predicate<AdpProfile> each, int initials, List<TimeoutRange> ranges) {
        long ofQueuePair =
                Saturating.multiply(goal.timing().retries(), goal.timing().ackTimeoutNanos());
        boolean unused = possible(ofQueuePair) && each.test(profile(initials, ranges, true, 0));
        for (int exponent = 1; exponent <= MOST_EXPONENT; exponent++) {
            boolean enough = possible(Saturating.shift(timeBase * 1000L, exponent))
                    && each.test(profile(initials, ranges, false, exponent));
            // A longer total only adds retransmissions and longer waits.
            if (enough) {
                return;
            }
        }
    }

    /** Nothing is survived beyond the total, and nothing reported before it; a little room shows what would be possible. */
    private boolean possible(long total) {
        return total > goal.surviveNanos() / 2 && total <= Saturating.multiply(2, goal.detectWithinNanos());
    }

    private AdpProfile profile(int initials, List<TimeoutRange> ranges, boolean qpTotal, int total) {
        int low = ranges.get(0).lowBound();
        return new AdpProfile(timeBase, 1, 0, ranges.size(), qpTotal, total, low, initials, ranges);
    }

    /** Whether it survives the outage, in time or not. */
    private boolean consider(AdpProfile profile) {
        considered++;
        DeadPath path = DeadPath.of(profile, goal.timing(), goal.limits(), AdpReading.DEFAULT);
        Proposal proposal = proposal(goal, profile, path);
        if (proposal != null) {
            reaching.add(proposal);
            return true;
        }
        long survived = path.surelySurvivedNanos(goal.roundTripNanos()).orElse(0);
        long detection = path.detectionNanos().map(Spread::max).orElse(Long.MAX_VALUE);
        if (detection <= goal.detectWithinNanos()) {
            longestSurvived = Math.max(longestSurvived, survived);
        }
        if (survived >= goal.surviveNanos()) {
            soonestDetection = Math.min(soonestDetection, detection);
        }
        return survived >= goal.surviveNanos();
    }

    /** Null where the goal is not reached, or a range is there in vain. */
    static @Nullable Proposal proposal(Goal goal, AdpProfile profile, DeadPath path) {
        long survived = path.surelySurvivedNanos(goal.roundTripNanos()).orElse(0);
        long detection = path.detectionNanos().map(Spread::max).orElse(Long.MAX_VALUE);
        long recovery = path.worstRecoveryNanos().orElse(Long.MAX_VALUE);
        if (survived < goal.surviveNanos()
                || detection > goal.detectWithinNanos()
                || recovery == Long.MAX_VALUE
                || path.reachedRanges().size() < profile.rangeNum()) {
            return null;
        }
        long sent = path.retransmissions().max();
        double cost = recovery / (double) goal.surviveNanos() + sent / RETRANSMISSIONS_PER_COST;
        return new Proposal(profile, path, recovery, sent, cost);
    }

    private Advice advice() {
        Proposal best = cheapest(reaching);
        if (best == null) {
            return new Advice.Nothing(considered, longestSurvived, soonestDetection);
        }
        List<Proposal> others = reaching.stream()
                .filter(other -> 2 * other.retransmissions() <= best.retransmissions()
                        || 2 * other.worstRecoveryNanos() <= best.worstRecoveryNanos())
                .toList();
        return new Advice.Found(considered, best, cheapest(others));
    }

    private static @Nullable Proposal cheapest(List<Proposal> proposals) {
        Proposal cheapest = null;
        for (Proposal proposal : proposals) {
            if (cheapest == null || proposal.cost() < cheapest.cost()) {
                cheapest = proposal;
            }
        }
        return cheapest;
    }
}
