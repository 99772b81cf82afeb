// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.adp.Advice.Found;
import io.roceguard.adp.Advice.Goal;
import io.roceguard.adp.Advice.Nothing;
import io.roceguard.adp.Advice.Proposal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileAdvisorTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;

    private static Goal goal(long survive, long detectWithin, QpTiming timing) {
        return new Goal(survive, detectWithin, 12_000, timing, ProfileLimits.USUAL);
    }

    @Test
    void whatIsProposedReachesTheGoalAndHasNothingToWarnOf() {
        Goal goal = goal(SECOND, 2 * SECOND, new QpTiming(14, 7));
        Found found = (Found) ProfileAdvisor.advise(goal);
        DeadPath path = DeadPath.of(found.best().profile(), goal.timing());

        assertThat(path.surelySurvivedNanos(12_000).orElseThrow()).isGreaterThanOrEqualTo(SECOND);
        assertThat(path.detectionNanos().orElseThrow().max()).isLessThanOrEqualTo(2 * SECOND);
        assertThat(path.retransmissions().max())
                .isEqualTo(found.best().retransmissions())
                .isLessThan(100);
        Validation validation = ProfileValidator.validate(
                found.best().profile(),
                new ValidationContext(
                        goal.limits(),
                        1,
                        1,
                        goal.timing(),
                        new FirmwareVersion(46, 1006),
                        12_000L,
                        AdpReading.DEFAULT));
        assertThat(validation.findings()).noneMatch(finding -> finding.severity() != Severity.INFO);
    }

    @Test
    void theRunnerUpIsAnotherCompromise() {
        Found found = (Found) ProfileAdvisor.advise(goal(SECOND, 2 * SECOND, new QpTiming(20, 7)));
        Proposal best = found.best();
        Proposal other = found.runnerUp();

        assertThat(other).isNotNull();
        assertThat(other.cost()).isGreaterThanOrEqualTo(best.cost());
        assertThat(2 * other.retransmissions() <= best.retransmissions()
                        || 2 * other.worstRecoveryNanos() <= best.worstRecoveryNanos())
                .isTrue();
    }

    /** Every profile of a small space, with gaps between ranges and single initial timeouts too. */
    @ParameterizedTest
    @CsvSource({"20, 40, 14", "100, 300, 16", "1000, 2000, 18"})
    void nothingInASmallerSpaceIsBetter(long survive, long detectWithin, int ackTimeout) {
        Goal goal = goal(survive * MILLI, detectWithin * MILLI, new QpTiming(ackTimeout, 7));
        Found found = (Found) ProfileAdvisor.advise(goal);
        int tried = 0;
        for (int low = 3; low <= 14; low++) {
            for (int initials = 2; initials <= 3; initials++) {
                for (int size = initials; size <= 8; size++) {
                    for (int uses : new int[] {1, 2, 4}) {
                        for (int total = 8; total <= 20; total++) {
                            AdpProfile profile = new AdpProfile(
                                    4,
                                    1,
                                    0,
                                    1,
                                    false,
                                    total,
                                    low,
                                    initials,
                                    List.of(new TimeoutRange(low, size, uses, 1, 0)));
                            Proposal proposal = ProfileAdvisor.proposal(
                                    goal,
                                    profile,
                                    DeadPath.of(profile, goal.timing(), goal.limits(), AdpReading.DEFAULT));
                            if (proposal != null) {
                                tried++;
                                assertThat(proposal.cost())
                                        .isGreaterThanOrEqualTo(found.best().cost());
                            }
                        }
                    }
                }
            }
        }
        assertThat(tried).isPositive();
    }

    @Test
    void everyProfileThatIsConsideredIsSound() {
        Goal goal = goal(100 * MILLI, 300 * MILLI, new QpTiming(16, 7));

        assertThat(ProfileAdvisor.space(goal))
                .hasSizeBetween(1000, 200_000)
                .allMatch(profile -> ProfileValidator.validate(profile, ValidationContext.USUAL)
                        .valid());
    }

    @Test
    void saysHowFarTheGoalIsOutOfReach() {
        Goal goal = goal(SECOND, SECOND + 1, new QpTiming(20, 7));
        Nothing nothing = (Nothing) ProfileAdvisor.advise(goal);

        assertThat(nothing.longestSurvivedNanos()).isLessThan(SECOND);
        assertThat(nothing.soonestDetectionNanos()).isBetween(SECOND + 2, 2 * SECOND);
        Found wider = (Found) ProfileAdvisor.advise(goal(SECOND, nothing.soonestDetectionNanos(), goal.timing()));
        assertThat(wider.best().path().detectionNanos().orElseThrow().max()).isEqualTo(nothing.soonestDetectionNanos());
    }

    @Test
    void withoutRoomBetweenRoundTripAndAckTimeoutNothingFits() {
        Nothing nothing = (Nothing) ProfileAdvisor.advise(
                new Goal(SECOND, 2 * SECOND, 30 * MILLI, new QpTiming(8, 7), ProfileLimits.USUAL));

        assertThat(nothing.considered()).isZero();
        assertThat(nothing.soonestDetectionNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theTimeBaseIsTheLeastThatTheDeviceTakes() {
        Goal goal = new Goal(
                100 * MILLI, 300 * MILLI, 12_000, new QpTiming(16, 7), new ProfileLimits(5000, 1, 1, true, true));
        AdpProfile profile = ((Found) ProfileAdvisor.advise(goal)).best().profile();

        assertThat(profile.timeBase()).isEqualTo(8);
        assertThat(profile.rangeNum()).isEqualTo(1);
    }
}
