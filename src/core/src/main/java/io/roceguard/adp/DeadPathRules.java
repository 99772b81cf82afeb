// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.adp.AdpReading.AckZero;
import java.util.ArrayList;
import java.util.List;

/** What a sound profile does on a dead path that hardly anybody wants. */
final class DeadPathRules {

    private static final long STORM = 1000;

    /** Stands for a queue pair of which nothing is known, read so that it caps nothing. */
    private static final QpTiming NO_CAP = new QpTiming(0, 0);

    private final AdpProfile profile;
    private final ValidationContext context;
    private final Findings findings;

    private DeadPathRules(AdpProfile profile, ValidationContext context, Findings findings) {
        this.profile = profile;
        this.context = context;
        this.findings = findings;
    }

    static void check(AdpProfile profile, ValidationContext context, Findings findings) {
        DeadPathRules rules = new DeadPathRules(profile, context, findings);
        rules.shortest();
        QpTiming timing = context.timing();
        if (timing == null) {
            findings.skip("ack_timeout and retry_cnt are not given.", "W_ACK_DISABLED", "W_TOTAL_ZERO", "I_CAPPED");
            if (profile.qpTotalTimeout()) {
                findings.skip(
                        "The total timeout comes from ack_timeout and retry_cnt, which are not given.",
                        "W_NO_RETX",
                        "W_UNREACHED",
                        "W_STORM");
            } else {
                rules.follow(DeadPath.of(
                        profile, NO_CAP, context.limits(), context.reading().with(AckZero.UNCAPPED)));
            }
        } else if (timing.ackTimeout() == 0) {
            findings.warn(
                    "W_ACK_DISABLED",
                    "",
                    "ack_timeout is 0: the queue pair has no timer, retransmits nothing and never fails.",
                    "Set ack_timeout in the application (NCCL_IB_TIMEOUT, rdma_cm, UCX_RC_TIMEOUT).");
        } else {
            rules.withTiming(timing);
        }
    }

    private void shortest() {
        Long roundTrip = context.roundTripNanos();
        if (roundTrip == null) {
            findings.skip("The round-trip time is not given.", "W_BELOW_RTT");
            return;
        }
        int least = profile.initLow();
        for (int r = 0; r < profile.rangeNum(); r++) {
            least = Math.min(least, profile.range(r).lowBound());
        }
        long shortest = Math.max(
                Saturating.shift(profile.baseNanos(), least), context.limits().baseTimeoutMinNanos());
        if (shortest <= roundTrip) {
            findings.warn(
                    "W_BELOW_RTT",
                    least == profile.initLow() ? "timeout_init.low_bound" : "ranges[0].low_bound",
                    "The shortest timeout, " + shortest + " ns, is not above the round trip of " + roundTrip
                            + " ns: packets are sent again that nobody has lost.",
                    "Use a low_bound of " + above(roundTrip) + " or more.");
        }
    }

    private int above(long roundTrip) {
        int exponent = 0;
        while (Saturating.shift(profile.baseNanos(), exponent) <= roundTrip) {
            exponent++;
        }
        return exponent;
    }

    private void withTiming(QpTiming timing) {
        if (profile.qpTotalTimeout() && timing.retries() == 0) {
            findings.warn(
                    "W_TOTAL_ZERO",
                    "qp_total_timeout",
                    "retry_cnt is 0 and the total timeout is ack_timeout * retry_cnt: the queue pair fails at its first"
                            + " timeout.",
                    "Use a retry_cnt of 1 or more, or retx_total_timeout.");
        }
        follow(DeadPath.of(profile, timing, context.limits(), context.reading()));
        for (int r = 0; r < profile.rangeNum(); r++) {
            TimeoutRange range = profile.range(r);
            int top = range.lowBound() + context.reading().values(range.rangeSize()) - 1;
            if (Saturating.shift(profile.baseNanos(), top) > timing.ackTimeoutNanos()) {
                findings.info(
                        "I_CAPPED",
                        "ranges[" + r + "]",
                        "Timeouts of range " + r + " are above those of ack_timeout " + timing.ackTimeout() + " ("
                                + timing.ackTimeoutNanos() + " ns) and are capped there.",
                        "Raise ack_timeout in the application, or end the range lower.");
            }
        }
    }

    private void follow(DeadPath path) {
        if (path.totalNanos().isEmpty()) {
            findings.warn(
                    "W_TOTAL_HUGE",
                    "retx_total_timeout",
                    "The total timeout is longer than 292 years: a dead path is never reported.",
                    "Use a retx_total_timeout that you would wait for.");
        }
        if (path.retransmissions().min() == 0) {
            findings.warn(
                    "W_NO_RETX",
                    profile.qpTotalTimeout() ? "qp_total_timeout" : "retx_total_timeout",
                    "Some initial timeout is not below the total timeout: the queue pair can fail without one"
                            + " retransmission.",
                    "Use a longer total timeout, or shorter initial ones.");
        }
        List<Integer> unreached = new ArrayList<>();
        for (int r = 0; r < profile.rangeNum(); r++) {
            if (!path.reachedRanges().contains(r)) {
                unreached.add(r);
            }
        }
        if (!unreached.isEmpty()) {
            findings.warn(
                    "W_UNREACHED",
                    "ranges[" + unreached.get(0) + "]",
                    "On a dead path the total timeout is over before ranges " + unreached + " are reached.",
                    "Use a longer total timeout, or leave them away.");
        }
        if (path.retransmissions().max() > STORM) {
            findings.warn("W_STORM", "ranges", storm(path), "Use longer timeouts at the end of the last range.");
        }
    }

    private static String storm(DeadPath path) {
        long most = path.retransmissions().max();
        String count = most == Long.MAX_VALUE ? "endlessly many" : "up to " + most;
        return "A queue pair on a dead path sends " + count + " retransmissions before it fails, at the end "
                + Math.round(path.steadyPerSecond()) + " a second.";
    }
}
