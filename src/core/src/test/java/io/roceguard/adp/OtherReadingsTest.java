// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OtherReadingsTest {

    private static List<String> notable(String name) {
        TableProfiles.Named named = TableProfiles.ALL.get(name);
        return OtherReadings.notable(named.profile(), named.timing(), ProfileLimits.USUAL).stream()
                .map(OtherReadings.Notable::option)
                .toList();
    }

    @Test
    void namesTheReadingsThatMoveAFigureByMoreThanAHundredth() {
        assertThat(notable("sample")).containsExactly("upper=INCLUSIVE", "after_last=FAIL", "total_retries=PLUS_ONE");
        assertThat(notable("legacy-14"))
                .containsExactly(
                        "upper=INCLUSIVE",
                        "after_last=FAIL",
                        "total_check=TRUNCATE",
                        "total_check=NO_OVERRUN",
                        "total_retries=PLUS_ONE");
    }

    @Test
    void aReadingUnderWhichAQueuePairFailsAfterAllIsNotable() {
        TableProfiles.Named fast = TableProfiles.ALL.get("fast");

        assertThat(OtherReadings.notable(fast.profile(), new QpTiming(0, 7), ProfileLimits.USUAL))
                .singleElement()
                .satisfies(notable -> {
                    assertThat(notable.option()).isEqualTo("ack_zero=UNCAPPED");
                    assertThat(notable.path().fails()).isTrue();
                });
    }
}
