// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.register.RegisterField;
import io.roceguard.register.RoceAccl;

/** The fields of a profile outside its ranges, each alone. */
final class FieldRules {

    private FieldRules() {}

    static void check(AdpProfile profile, ValidationContext context, Findings findings) {
        widths(profile, findings);
        time(profile, context.limits(), findings);
        number(profile, context.limits(), findings);
        initial(profile, context.reading(), findings);
        if (profile.qpTotalTimeout() && profile.retxTotalTimeout() != 0) {
            findings.info(
                    "I_TOTAL_IGNORED",
                    "retx_total_timeout",
                    "retx_total_timeout is ignored while qp_total_timeout is 1.",
                    "Leave one of the two away.");
        }
    }

    private static void widths(AdpProfile profile, Findings findings) {
        width("time_base", "time_base", profile.timeBase(), findings);
        width("time_unit", "time_unit", profile.timeUnit(), findings);
        width("start_range_index", "start_range_index", profile.startRangeIndex(), findings);
        width("range_num", "range_num", profile.rangeNum(), findings);
        width("retx_total_timeout", "retx_total_timeout", profile.retxTotalTimeout(), findings);
        width("timeout_init_low_bound", "timeout_init.low_bound", profile.initLow(), findings);
        width("timeout_init_range_size", "timeout_init.range_size", profile.initSize(), findings);
        for (int r = 0; r < Math.min(profile.ranges().size(), RoceAccl.RANGES); r++) {
            TimeoutRange range = profile.range(r);
            String path = "ranges[" + r + "].";
            width("range_low_bound_" + r, path + "low_bound", range.lowBound(), findings);
            width("range_size_" + r, path + "range_size", range.rangeSize(), findings);
            width("timeout_retry_num_" + r, path + "retry_num", range.retryNum(), findings);
            width("dec_mode_" + r, path + "dec_mode", range.decMode(), findings);
            width("prev_range_index_" + r, path + "prev_range_index", range.prevRangeIndex(), findings);
        }
    }

    private static void width(String name, String path, int value, Findings findings) {
        RegisterField field = RoceAccl.field(name);
        if (value < 0 || value > field.max()) {
            findings.error(
                    "E_WIDTH",
                    path,
                    name + "=" + value + " does not fit in its " + field.width() + " bits.",
                    "Use 0.." + field.max() + ".");
        }
    }

    private static void time(AdpProfile profile, ProfileLimits limits, Findings findings) {
        if (profile.timeUnit() != 1) {
            findings.error(
                    "E_TIME_UNIT",
                    "time_unit",
                    "time_unit " + profile.timeUnit() + " is reserved.",
                    "Use 1, microseconds.");
        }
        if (Integer.bitCount(profile.timeBase()) != 1) {
            findings.error(
                    "E_TIME_BASE_POW2",
                    "time_base",
                    "time_base " + profile.timeBase() + " is no power of 2.",
                    powersAround(profile.timeBase()));
        }
        if (profile.baseNanos() < limits.baseTimeoutMinNanos()) {
            findings.error(
                    "E_TIME_BASE_MIN",
                    "time_base",
                    "time_base of " + profile.timeBase() + " us is below adp_retx_base_timeout_min of the device, "
                            + limits.baseTimeoutMinNanos() + " ns.",
                    "Use a power of 2 that is not below it.");
        }
    }

    private static String powersAround(int timeBase) {
        int most = Integer.highestOneBit(RoceAccl.field("time_base").max());
        int below = Integer.highestOneBit(timeBase);
        if (below >= most) {
            return "Use at most " + most + ".";
        }
        return below == 0 ? "Use 4 or more." : "Use " + below + " or " + 2 * below + ".";
    }

    private static void number(AdpProfile profile, ProfileLimits limits, Findings findings) {
        if (profile.rangeNum() == 0) {
            findings.error("E_RANGE_NUM_ZERO", "range_num", "range_num is 0: there are no timeouts.", "Give a range.");
        } else if (profile.startRangeIndex() >= profile.rangeNum()) {
            findings.error(
                    "E_START_INDEX",
                    "start_range_index",
                    "start_range_index " + profile.startRangeIndex() + " names no range; there are "
                            + profile.rangeNum() + ".",
                    "Use 0.." + (profile.rangeNum() - 1) + ".");
        }
        if (profile.rangeNum() > limits.maxRangeNum()) {
            findings.error(
                    "E_RANGE_NUM_MAX",
                    "range_num",
                    "range_num " + profile.rangeNum() + " is above adp_retx_profile_max_range_num "
                            + limits.maxRangeNum() + " of the device.",
                    "Use at most " + limits.maxRangeNum() + " ranges.");
        }
    }

    private static void initial(AdpProfile profile, AdpReading reading, Findings findings) {
        int values = reading.values(profile.initSize());
        if (values == 0) {
            findings.error(
                    "E_INIT_EMPTY",
                    "timeout_init.range_size",
                    "timeout_init_range_size is 0: there is no initial timeout to draw.",
                    "Use 2 or more, so that queue pairs do not retransmit all at once.");
        } else if (values == 1) {
            findings.warn(
                    "W_INIT_FIXED",
                    "timeout_init.range_size",
                    "There is one initial timeout only: all queue pairs of the host retransmit at the same moments.",
                    "Use a range_size of 2 or more.");
        }
    }
}
