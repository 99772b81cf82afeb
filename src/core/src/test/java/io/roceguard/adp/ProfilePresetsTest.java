// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProfilePresetsTest {

    @Test
    void areNamed() {
        assertThat(ProfilePresets.names())
                .containsExactly("firmware-like", "fast-detect", "flap-1s", "flap-10s", "long-haul");
        assertThat(ProfilePresets.text("flap")).isEmpty();
        assertThat(ProfilePresets.text("../adp/flap-1s")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.roceguard.adp.ProfilePresets#names")
    void sayFirstWhatTheyAreFor(String name) {
        String text = ProfilePresets.text(name).orElseThrow();

        assertThat(text.lines().takeWhile(line -> line.startsWith("# ")).count())
                .isBetween(2L, 4L);
        assertThat(ProfilePresets.purpose(name).orElseThrow())
                .contains("For ack_timeout ")
                .endsWith(".")
                .doesNotContain("#");
    }

    @ParameterizedTest
    @CsvSource({"fast-detect, fast", "flap-1s, flap-1s", "flap-10s, flap-10s"})
    void areThoseOfTheTablesOfFigures(String name, String inTable) {
        assertThat(ProfilePresets.read(name).profile())
                .isEqualTo(TableProfiles.ALL.get(inTable).profile());
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast-detect", "flap-1s"})
    void areTheFilesOfTheGuide(String name) throws Exception {
        assertThat(ProfilePresets.text(name)).contains(Files.readString(Path.of("../docs/adp", name + ".yaml")));
    }

    @Test
    void unknownNameGetsTheNearest() {
        assertThatThrownBy(() -> ProfilePresets.read("flap-1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("There is no preset flap-1. Did you mean flap-1s? Presets: firmware-like, fast-detect,"
                        + " flap-1s, flap-10s, long-haul.");
    }
}
