// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CapabilityFileTest {

    @Test
    void takesWhatIsGivenAndTheUsualForTheRest() {
        ProfileLimits limits = CapabilityFile.read("caps.yaml", """
                # an older card
                adp_retx_profile_max_range_num: 2
                adp_retx_base_timeout_min: 8000
                """);

        assertThat(limits).isEqualTo(new ProfileLimits(8000, 2, 1, true, true));
    }

    @Test
    void takesTheRegisterItself() {
        String words = "0x1800065f 0x10000005 0x41000fa0 0x00000000 0x90400004 0x00000002 0x04010002 0x00000000"
                + " 0x00000000 0x00000000 0x00000000 0x00000000 0x00000000 0x00000000 0x00000000 0x00000000";

        assertThat(CapabilityFile.read("caps.txt", words)).isEqualTo(ProfileLimits.USUAL);
    }

    @Test
    void refusesWhatIsNoReadOnlyField() {
        assertThatThrownBy(() -> CapabilityFile.read("caps.yaml", "adp_retx_profile_max_ranges: 2\n"))
                .hasMessage("caps.yaml:1:1: Unknown key adp_retx_profile_max_ranges. Did you mean"
                        + " adp_retx_profile_max_range_num?");
        assertThatThrownBy(() -> CapabilityFile.read("caps.yaml", "adp_retx_profile_max_id: 99\n"))
                .hasMessageContaining("caps.yaml:1:26");
        assertThatThrownBy(() -> CapabilityFile.read("caps.txt", "hello")).hasMessageContaining("caps.txt");
    }

    @Test
    void tellsYamlFromARegisterByItsFirstWord() {
        assertThat(CapabilityFile.isYaml("\n# a comment\n\ntime_base: 4\n")).isTrue();
        assertThat(CapabilityFile.isYaml("{time_base: 4}")).isTrue();
        assertThat(CapabilityFile.isYaml("---\ntime_base: 4\n")).isTrue();
        assertThat(CapabilityFile.isYaml("0x1800065f 0x10000005")).isFalse();
        assertThat(CapabilityFile.isYaml("Field Name | Data")).isFalse();
        assertThat(CapabilityFile.isYaml("\n".repeat(1_000_000))).isFalse();
    }
}
