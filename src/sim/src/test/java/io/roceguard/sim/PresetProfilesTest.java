// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.adp.AdpReading;
import io.roceguard.adp.FirmwareVersion;
import io.roceguard.adp.ProfileFile;
import io.roceguard.adp.ProfileLimits;
import io.roceguard.adp.ProfilePresets;
import io.roceguard.adp.ProfileValidator;
import io.roceguard.adp.QpTiming;
import io.roceguard.adp.ValidationContext;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The device of July 2025 takes the presets, with the queue pairs and the round trips that they are for. */
class PresetProfilesTest {

    private static final String FOR_WHAT = """
            firmware-like, 20, 7, PT0.001S
            fast-detect,    9, 1, PT0.0001S
            fast-detect,   20, 7, PT0.0001S
            flap-1s,       14, 1, PT0.001S
            flap-1s,       20, 7, PT0.001S
            flap-10s,      19, 5, PT0.002S
            flap-10s,      20, 7, PT0.002S
            long-haul,     18, 1, PT0.1S
            long-haul,     20, 7, PT0.1S
            """;

    @ParameterizedTest
    @CsvSource(textBlock = FOR_WHAT)
    void nothingIsToBeRemarked(String name, int ackTimeout, int retryCount, Duration roundTrip) {
        CapabilityPreset device = CapabilityPreset.CX7_2025_07;
        ProfileFile file = ProfilePresets.read(name);

        assertThat(ProfileValidator.validate(
                                file.profile(),
                                new ValidationContext(
                                        ProfileLimits.of(device.afterReset()),
                                        file.profileId(),
                                        file.enable(),
                                        new QpTiming(ackTimeout, retryCount),
                                        FirmwareVersion.parse(device.firmware()).orElseThrow(),
                                        roundTrip.toNanos(),
                                        AdpReading.DEFAULT))
                        .findings())
                .isEmpty();
    }

    @Test
    void everyPresetIsLookedAt() {
        Set<String> seen = new TreeSet<>();
        FOR_WHAT.lines().forEach(line -> seen.add(line.substring(0, line.indexOf(','))));

        assertThat(seen).containsExactlyInAnyOrderElementsOf(ProfilePresets.names());
    }
}
