// SPDX-License-Identifier: Apache-2.0
package io.roceguard.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class NearestNameTest {

    private static final List<String> NAMES =
            List.of("time_base", "time_unit", "range_num", "dec_mode_0", "dec_mode_1");

    @Test
    void nearestIsFoundWithoutRegardToCase() {
        assertThat(NearestName.of("TIME_BSAE", NAMES)).contains("time_base");
        assertThat(NearestName.of("timeunit", NAMES)).contains("time_unit");
        assertThat(NearestName.of("time_base", NAMES)).contains("time_base");
    }

    @Test
    void swappedNeighboursAreOneEdit() {
        assertThat(NearestName.of("abdc", List.of("abxy", "abcd"))).contains("abcd");
    }

    @Test
    void firstOfEquallyNearNamesWins() {
        assertThat(NearestName.of("dec_mode_2", NAMES)).contains("dec_mode_0");
    }

    @Test
    void nothingIsNearWhenAThirdOfTheNameDiffers() {
        assertThat(NearestName.of("voltage", NAMES)).isEmpty();
        assertThat(NearestName.of("", NAMES)).isEmpty();
        assertThat(NearestName.of("time_base", List.of())).isEmpty();
        assertThat(NearestName.hint("voltage", NAMES)).isEmpty();
    }

    @Test
    void shortNamesMayDifferInTwoPlaces() {
        assertThat(NearestName.of("prt", List.of("port"))).contains("port");
        assertThat(NearestName.of("xyrt", List.of("port"))).contains("port");
        assertThat(NearestName.of("xyzt", List.of("port"))).isEmpty();
    }

    @Test
    void hintIsASentence() {
        assertThat(NearestName.hint("rang_num", NAMES)).isEqualTo(" Did you mean range_num?");
    }

    @Test
    void endlessNameIsComparedWithNothing() {
        String endless = "time_base".repeat(1 << 17);

        Assertions.assertTimeout(
                Duration.ofSeconds(10),
                () -> assertThat(NearestName.of(endless, Collections.nCopies(10_000, "time_base")))
                        .isEmpty());
    }
}
