// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.register.DecMode;
import io.roceguard.register.RoceAccl;
import java.util.List;
import java.util.stream.IntStream;

/** The ranges of a profile, each alone and beside each other. */
final class RangeRules {

    /** What a low bound and a size can be at most; what is beyond fits no register and has its own finding. */
    private static final int EXPONENTS = 255;

    private final AdpProfile profile;
    private final AdpReading reading;
    private final Findings findings;
    private final int count;

    private RangeRules(AdpProfile profile, AdpReading reading, Findings findings) {
        this.profile = profile;
        this.reading = reading;
        this.findings = findings;
        this.count = Math.min(profile.rangeNum(), RoceAccl.RANGES);
    }

    static void check(AdpProfile profile, ValidationContext context, Findings findings) {
        RangeRules rules = new RangeRules(profile, context.reading(), findings);
        for (int r = 0; r < rules.count; r++) {
            rules.each(r);
        }
        for (int r = 1; r < rules.count; r++) {
            rules.neighbours(r - 1, r);
        }
        rules.unused();
        rules.initialOutside();
    }

    private void each(int r) {
        TimeoutRange range = profile.range(r);
        if (size(r) == 0) {
            findings.error(
                    "E_RANGE_EMPTY",
                    path(r, "range_size"),
                    "range_size of range " + r + " is 0: it has no timeout.",
                    "Use 1 or more, or a smaller range_num.");
        }
        if (DecMode.of(range.decMode()).isEmpty()) {
            findings.error(
                    "E_DEC_MODE",
                    path(r, "dec_mode"),
                    "dec_mode " + range.decMode() + " of range " + r + " is reserved.",
                    "Use TO_DIV_4, TO_DIV_2 or TO_LOW_BOUND.");
        }
        if (range.retryNum() == 0) {
            findings.warn(
                    "W_RETRY_ZERO",
                    path(r, "retry_num"),
                    "timeout_retry_num 0 of range " + r + " is defined nowhere; it is taken for 1 here.",
                    "Use 1 or more.");
        }
        previous(r, range.prevRangeIndex());
    }

    private void previous(int r, int previous) {
        if (r == 0 && previous != 0) {
            findings.error(
                    "E_PREV_INDEX",
                    path(r, "prev_range_index"),
                    "prev_range_index of range 0 is " + previous + ", and there is no range below it.",
                    "Use 0.");
        } else if (r > 0 && previous >= r) {
            findings.error(
                    "E_PREV_INDEX",
                    path(r, "prev_range_index"),
                    "prev_range_index " + previous + " of range " + r + " names no range below it.",
                    "Use 0.." + (r - 1) + ".");
        } else if (r > 0 && previous < r - 1) {
            findings.info(
                    "I_PREV_SKIP",
                    path(r, "prev_range_index"),
                    "On forward progress range " + r + " is left for range " + previous + ", past those between.",
                    "Use " + (r - 1) + " to come down step by step.");
        }
    }

    private void neighbours(int lower, int upper) {
        int low = low(upper);
        if (low <= low(lower)) {
            findings.error(
                    "E_SORTED",
                    path(upper, "low_bound"),
                    "range_low_bound of range " + upper + " is not above that of range " + lower + ".",
                    "Sort the ranges by low_bound, each higher than the one before.");
        } else if (low > EXPONENTS || profile.range(lower).rangeSize() > EXPONENTS) {
            return;
        } else if (low <= top(lower)) {
            findings.warn(
                    "W_OVERLAP",
                    path(upper, "low_bound"),
                    "Ranges " + lower + " and " + upper
                            + " overlap: which of them a timeout belongs to is not defined.",
                    "Begin range " + upper + " at " + (top(lower) + 1) + " or above.");
        } else if (low > top(lower) + 1) {
            findings.info(
                    "I_GAP",
                    path(upper, "low_bound"),
                    "Between ranges " + lower + " and " + upper + " the timeout jumps from time_base * 2^" + top(lower)
                            + " to time_base * 2^" + low + ".",
                    "Begin range " + upper + " at " + (top(lower) + 1) + " if that is not meant.");
        }
    }

    private void unused() {
        List<Integer> unused = IntStream.range(count, profile.ranges().size())
                .filter(r -> !profile.range(r).equals(TimeoutRange.ZERO))
                .boxed()
                .toList();
        if (!unused.isEmpty()) {
            findings.info(
                    "I_UNUSED_RANGE",
                    "ranges[" + unused.get(0) + "]",
                    "Ranges " + unused + " are set but range_num is " + profile.rangeNum() + ".",
                    "Leave them away, or raise range_num.");
        }
    }

    private void initialOutside() {
        if (profile.initLow() > EXPONENTS || profile.initSize() > EXPONENTS) {
            return;
        }
        List<Integer> outside = IntStream.range(
                        profile.initLow(), profile.initLow() + reading.values(profile.initSize()))
                .filter(exponent -> IntStream.range(0, count).noneMatch(r -> exponent >= low(r) && exponent <= top(r)))
                .boxed()
                .toList();
        if (!outside.isEmpty() && count > 0) {
            findings.warn(
                    "W_INIT_OUTSIDE",
                    "timeout_init.low_bound",
                    "Initial timeouts of the exponents " + outside
                            + " are in no range: the first timeout of such a queue" + " pair leads to range "
                            + profile.startRangeIndex() + ", also downwards.",
                    "Let the initial timeouts lie in range " + profile.startRangeIndex() + ".");
        }
    }

    private int size(int r) {
        return reading.values(profile.range(r).rangeSize());
    }

    private int low(int r) {
        return profile.range(r).lowBound();
    }

    private int top(int r) {
        return low(r) + size(r) - 1;
    }

    private static String path(int r, String key) {
        return "ranges[" + r + "]." + key;
    }
}
