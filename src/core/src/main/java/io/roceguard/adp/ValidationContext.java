// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import org.jspecify.annotations.Nullable;

/**
 * What is known around a profile. What is null is not known, and rules that need it do not run.
 *
 * @param limits of the device
 * @param profileId {@code adp_retx_profile_id} that it is written to
 * @param enable {@code roce_adp_retrans_en} that is written with it, null for none
 * @param timing of the queue pairs
 * @param firmware of the device
 * @param roundTripNanos between the queue pairs
 * @param reading of the algorithm
 */
public record ValidationContext(
        ProfileLimits limits,
        int profileId,
        @Nullable Integer enable,
        @Nullable QpTiming timing,
        @Nullable FirmwareVersion firmware,
        @Nullable Long roundTripNanos,
        AdpReading reading) {

    /** Nothing is known but that the device is a usual one. */
    public static final ValidationContext USUAL =
            new ValidationContext(ProfileLimits.USUAL, 1, 1, null, null, null, AdpReading.DEFAULT);

    public ValidationContext with(QpTiming known) {
        return new ValidationContext(limits, profileId, enable, known, firmware, roundTripNanos, reading);
    }
}
