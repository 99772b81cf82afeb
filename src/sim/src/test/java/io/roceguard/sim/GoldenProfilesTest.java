// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.jr.ob.JSON;

/** The firmware takes exactly the profiles that the golden validation finds no error in, and gives one of its reasons. */
class GoldenProfilesTest {

    /** Cases that no SET can express, or that are about a device or a reading which no preset has. */
    private static boolean applies(Map<?, ?> golden) {
        Map<?, ?> context = (Map<?, ?>) golden.get("context");
        return !context.containsKey("caps")
                && !context.containsKey("opt")
                && !((List<?>) golden.get("codes")).contains("E_WIDTH");
    }

    static Stream<Map<?, ?>> cases() throws IOException {
        try (InputStream json = GoldenProfilesTest.class.getResourceAsStream("/validation.json")) {
            List<?> cases = (List<?>) JSON.std.mapFrom(json).get("cases");
            return cases.stream().<Map<?, ?>>map(golden -> (Map<?, ?>) golden).filter(GoldenProfilesTest::applies);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void takesExactlyTheValidProfiles(Map<?, ?> golden) throws FirmwareRefusal {
        SimulatedFirmware firmware = new SimulatedFirmware(CapabilityPreset.CX7_2025_07, () -> true, () -> {});
        RegisterImage set = encode(golden);
        List<String> errors = ((List<?>) golden.get("codes"))
                .stream()
                        .map(String::valueOf)
                        .filter(code -> code.startsWith("E_"))
                        .toList();

        FirmwareRefusal refusal = null;
        try {
            firmware.set(set);
        } catch (FirmwareRefusal e) {
            refusal = e;
        }

        if (errors.isEmpty()) {
            assertThat(refusal).isNull();
            assertThat(firmware.get(RegisterImage.zero()))
                    .isEqualTo(CapabilityPreset.CX7_2025_07
                            .afterReset()
                            .with(RoceAccl.field("adp_retx_profile_id"), 1)
                            .withProfileOf(set));
        } else {
            assertThat(refusal).isNotNull();
            assertThat(errors).contains("E_" + refusal.syndrome().name());
        }
    }

    private static RegisterImage encode(Map<?, ?> golden) {
        Map<?, ?> profile = (Map<?, ?>) golden.get("profile");
        Map<?, ?> context = (Map<?, ?>) golden.get("context");
        int id = context.get("profile_id") instanceof Integer given ? given : 1;
        RegisterImage image = RegisterImage.zero()
                .with(RoceAccl.field("adp_retx_profile_select"), 1)
                .with(RoceAccl.field("adp_retx_profile_id"), id)
                .with(RoceAccl.field("timeout_init_low_bound"), number(profile, "init_low"))
                .with(RoceAccl.field("timeout_init_range_size"), number(profile, "init_size"));
        for (String name : List.of(
                "time_base", "time_unit", "start_range_index", "range_num", "qp_total_timeout", "retx_total_timeout")) {
            image = image.with(RoceAccl.field(name), number(profile, name));
        }
        List<?> ranges = (List<?>) profile.get("ranges");
        for (int i = 0; i < Math.min(ranges.size(), RoceAccl.RANGES); i++) {
            Map<?, ?> range = (Map<?, ?>) ranges.get(i);
            image = image.with(RoceAccl.field("range_low_bound_" + i), number(range, "low"))
                    .with(RoceAccl.field("range_size_" + i), number(range, "size"))
                    .with(RoceAccl.field("timeout_retry_num_" + i), number(range, "retry_num"))
                    .with(RoceAccl.field("dec_mode_" + i), number(range, "dec_mode"))
                    .with(RoceAccl.field("prev_range_index_" + i), number(range, "prev"));
        }
        return image;
    }

    private static long number(Map<?, ?> object, String name) {
        return ((Number) object.get(name)).longValue();
    }
}
