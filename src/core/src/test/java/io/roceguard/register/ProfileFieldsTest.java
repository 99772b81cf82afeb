// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProfileFieldsTest {

    @Test
    void profileHasTheShapeOfAProfileFile() {
        Map<String, Object> profile = ProfileFields.of(GoldenRegister.profileDump());

        assertThat(profile)
                .containsExactly(
                        Map.entry("adp_retx_profile_id", 1),
                        Map.entry("roce_adp_retrans_en", 1),
                        Map.entry("time_base", 4),
                        Map.entry("time_unit", 1),
                        Map.entry("start_range_index", 0),
                        Map.entry("range_num", 1),
                        Map.entry("qp_total_timeout", 1),
                        Map.entry("retx_total_timeout", 0),
                        Map.entry("timeout_init", Map.of("low_bound", 0, "range_size", 2)),
                        Map.entry(
                                "ranges",
                                List.of(Map.of(
                                        "low_bound",
                                        0,
                                        "range_size",
                                        2,
                                        "retry_num",
                                        1,
                                        "dec_mode",
                                        "TO_DIV_2",
                                        "prev_range_index",
                                        0))));
        assertThat(((Map<?, ?>) ((List<?>) profile.get("ranges")).get(0))
                        .keySet()
                        .toString())
                .isEqualTo("[low_bound, range_size, retry_num, dec_mode, prev_range_index]");
    }

    @Test
    void noMoreRangesAreShownThanThereIsRoomForAndReservedModeIsANumber() {
        RegisterImage image = RegisterImage.zero()
                .with(RoceAccl.field("range_num"), 7)
                .with(RoceAccl.field("dec_mode_0"), 3)
                .with(RoceAccl.field("dec_mode_3"), 2);

        assertThat((List<?>) ProfileFields.of(image).get("ranges"))
                .hasSize(4)
                .extracting(range -> ((Map<?, ?>) range).get("dec_mode"))
                .isEqualTo(List.of(3, "TO_DIV_4", "TO_DIV_4", "TO_LOW_BOUND"));
    }

    @Test
    void noRangesAreShownWithoutAProfile() {
        assertThat(ProfileFields.of(GoldenRegister.defaultDump())).containsEntry("ranges", List.of());
    }
}
