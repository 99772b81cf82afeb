// SPDX-License-Identifier: Apache-2.0
package io.roceguard.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeTextTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "999, 999 ns",
        "4000, 4 us",
        "4096, 4.096 us",
        "131072000, 131.072 ms",
        "536870912000, 8.948 min",
        "119000000000, 119 s",
        "7200000000000, 2 h",
        "172800000000000, 2 d",
        "9223372036854775806, 106751.991 d",
        "9223372036854775807, more than 292 years"
    })
    void timeIsInItsLargestUnit(long nanos, String text) {
        assertThat(TimeText.of(nanos)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 s", "-5, 0 s", "1999, 1 s", "120000, 2 min", "7200000, 2 h", "172800000, 2 d"})
    void ageIsInWholeUnits(long millis, String text) {
        assertThat(TimeText.coarse(millis)).isEqualTo(text);
    }

    @Test
    void shiftSaturatesWhereLongEnds() {
        assertThat(TimeText.shifted(4, 0)).isEqualTo(4_000);
        assertThat(TimeText.shifted(4, 51)).isEqualTo(4_000L << 51);
        assertThat(TimeText.shifted(4, 52)).isEqualTo(Long.MAX_VALUE);
        assertThat(TimeText.shifted(4, 64)).isEqualTo(Long.MAX_VALUE);
        assertThat(TimeText.shifted(4, 255)).isEqualTo(Long.MAX_VALUE);
        assertThat(TimeText.shifted(0, 255)).isZero();
    }
}
