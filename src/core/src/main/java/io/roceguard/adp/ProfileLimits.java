// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.register.RegisterImage;

/**
 * What a device says about the profiles it takes.
 *
 * @param baseTimeoutMinNanos {@code adp_retx_base_timeout_min}, nanoseconds; also the least time of an armed timer
 * @param maxRangeNum {@code adp_retx_profile_max_range_num}
 * @param maxProfileId {@code adp_retx_profile_max_id}
 * @param profileSelect {@code adp_retx_profile_select}: profiles are there at all
 * @param retransFieldSelect {@code roce_adp_retrans_field_select}: {@code roce_adp_retrans_en} can be set
 */
public record ProfileLimits(
        long baseTimeoutMinNanos,
        int maxRangeNum,
        int maxProfileId,
        boolean profileSelect,
        boolean retransFieldSelect) {

    /** What devices of July 2025 say: 4 us, 4 ranges, 1 profile. */
    public static final ProfileLimits USUAL = new ProfileLimits(4000, 4, 1, true, true);

    /** What the read-only fields of an image say. */
    public static ProfileLimits of(RegisterImage image) {
        return new ProfileLimits(
                image.get("adp_retx_base_timeout_min"),
                image.get("adp_retx_profile_max_range_num"),
                image.get("adp_retx_profile_max_id"),
                image.get("adp_retx_profile_select") == 1,
                image.get("roce_adp_retrans_field_select") == 1);
    }
}
