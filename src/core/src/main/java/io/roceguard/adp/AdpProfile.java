// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A profile of adaptive retransmission ({@code adp_retx_profile} of ROCE_ACCL). The numbers of the register as they are,
 * sound or not: {@link ProfileValidator} judges them.
 *
 * @param timeBase {@code time_base}, in microseconds where {@code time_unit} is 1, 22 bits
 * @param timeUnit {@code time_unit}, 2 bits; only 1, microseconds, is defined
 * @param startRangeIndex {@code start_range_index}, 4 bits: the range of a queue pair whose initial timeout lies in none
 * @param rangeNum {@code range_num}, 3 bits: how many of the ranges count
 * @param qpTotalTimeout {@code qp_total_timeout}: the total timeout comes from the queue pair and not from the profile
 * @param retxTotalTimeout {@code retx_total_timeout}, the total timeout as an exponent, 8 bits
 * @param initLow {@code timeout_init_low_bound}, exponent of the lowest initial timeout, 8 bits
 * @param initSize {@code timeout_init_range_size}, the number of initial timeouts, 8 bits
 * @param ranges the ranges that are given, also those beyond {@code range_num}; a missing one is {@link TimeoutRange#ZERO}
 */
public record AdpProfile(
        int timeBase,
        int timeUnit,
        int startRangeIndex,
        int rangeNum,
        boolean qpTotalTimeout,
        int retxTotalTimeout,
        int initLow,
        int initSize,
        List<TimeoutRange> ranges) {

    private static final long NANOS_PER_MICRO = 1000;

    public AdpProfile {
        ranges = List.copyOf(ranges);
    }

    /** The profile that an image holds, with all four ranges. */
    public static AdpProfile of(RegisterImage image) {
        return new AdpProfile(
                image.get("time_base"),
                image.get("time_unit"),
                image.get("start_range_index"),
                image.get("range_num"),
                image.get("qp_total_timeout") == 1,
                image.get("retx_total_timeout"),
                image.get("timeout_init_low_bound"),
                image.get("timeout_init_range_size"),
                IntStream.range(0, RoceAccl.RANGES)
                        .mapToObj(i -> new TimeoutRange(
                                image.get("range_low_bound_" + i),
                                image.get("range_size_" + i),
                                image.get("timeout_retry_num_" + i),
                                image.get("dec_mode_" + i),
                                image.get("prev_range_index_" + i)))
                        .toList());
    }

    /** {@code time_base} in nanoseconds: the timeout of exponent 0. */
    public long baseNanos() {
        return timeBase * NANOS_PER_MICRO;
    }

    /** A range by index; {@link TimeoutRange#ZERO} where none is given. */
    public TimeoutRange range(int index) {
        return index < ranges.size() ? ranges.get(index) : TimeoutRange.ZERO;
    }
}
