// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.adp.AdpProfile;
import io.roceguard.adp.TimeoutRange;
import io.roceguard.register.DecMode;
import java.util.ArrayList;
import java.util.List;

/**
 * A profile as open data.
 *
 * @param profileId {@code adp_retx_profile_id}
 * @param timeBaseMicros {@code time_base}
 * @param startRangeIndex {@code start_range_index}
 * @param qpTotalTimeout whether the total timeout is ack_timeout * retry_cnt of the queue pair
 * @param retxTotalTimeout {@code retx_total_timeout}, an exponent of the time base
 * @param initLow exponent of the lowest initial timeout
 * @param initSize number of initial timeouts
 * @param ranges those that count, by index
 */
public record ProfileView(
        int profileId,
        int timeBaseMicros,
        int startRangeIndex,
        boolean qpTotalTimeout,
        int retxTotalTimeout,
        int initLow,
        int initSize,
        List<RangeView> ranges) {

    /**
     * A range as open data.
     *
     * @param lowBound exponent of its lowest timeout
     * @param rangeSize number of its timeouts
     * @param retryNum uses of each
     * @param decMode name of {@code dec_mode}, or its number where it has none
     * @param prevRangeIndex the range below
     */
    public record RangeView(int lowBound, int rangeSize, int retryNum, String decMode, int prevRangeIndex) {}

    public ProfileView {
        ranges = List.copyOf(ranges);
    }

    static ProfileView of(int profileId, AdpProfile profile) {
        List<RangeView> ranges = new ArrayList<>();
        for (int r = 0; r < Math.min(profile.rangeNum(), profile.ranges().size()); r++) {
            TimeoutRange range = profile.range(r);
            ranges.add(new RangeView(
                    range.lowBound(),
                    range.rangeSize(),
                    range.retryNum(),
                    DecMode.of(range.decMode()).map(DecMode::name).orElse(String.valueOf(range.decMode())),
                    range.prevRangeIndex()));
        }
        return new ProfileView(
                profileId,
                profile.timeBase(),
                profile.startRangeIndex(),
                profile.qpTotalTimeout(),
                profile.retxTotalTimeout(),
                profile.initLow(),
                profile.initSize(),
                ranges);
    }
}
