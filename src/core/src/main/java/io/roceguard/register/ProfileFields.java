// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The adaptive-retransmission profile of an image in the shape of a profile file. */
public final class ProfileFields {

    private ProfileFields() {}

    /**
     * The keys of a profile file in its order: numbers, {@code timeout_init} as a map, {@code ranges} as a list of maps
     * with the first {@code range_num} ranges (never more than the 4 there is room for). {@code dec_mode} is the name, or
     * the number 3, which has none. Nothing is judged; a profile that makes no sense is shown as it is.
     */
    public static Map<String, Object> of(RegisterImage image) {
        Map<String, Object> profile = new LinkedHashMap<>();
        put(profile, image, "adp_retx_profile_id");
        put(profile, image, "roce_adp_retrans_en");
        put(profile, image, "time_base");
        put(profile, image, "time_unit");
        put(profile, image, "start_range_index");
        put(profile, image, "range_num");
        put(profile, image, "qp_total_timeout");
        put(profile, image, "retx_total_timeout");
        Map<String, Object> init = new LinkedHashMap<>();
        init.put("low_bound", image.get("timeout_init_low_bound"));
        init.put("range_size", image.get("timeout_init_range_size"));
        profile.put("timeout_init", Collections.unmodifiableMap(init));
        List<Map<String, Object>> ranges = new ArrayList<>();
        for (int i = 0; i < Math.min(image.get("range_num"), RoceAccl.RANGES); i++) {
            ranges.add(range(image, i));
        }
        profile.put("ranges", List.copyOf(ranges));
        return Collections.unmodifiableMap(profile);
    }

    private static void put(Map<String, Object> profile, RegisterImage image, String field) {
        profile.put(field, image.get(field));
    }

    private static Map<String, Object> range(RegisterImage image, int i) {
        int decMode = image.get("dec_mode_" + i);
        Map<String, Object> range = new LinkedHashMap<>();
        range.put("low_bound", image.get("range_low_bound_" + i));
        range.put("range_size", image.get("range_size_" + i));
        range.put("retry_num", image.get("timeout_retry_num_" + i));
        range.put("dec_mode", DecMode.of(decMode).<Object>map(DecMode::name).orElse(decMode));
        range.put("prev_range_index", image.get("prev_range_index_" + i));
        return Collections.unmodifiableMap(range);
    }
}
