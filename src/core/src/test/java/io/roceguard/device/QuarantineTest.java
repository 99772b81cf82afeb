// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuarantineTest {

    private static final long SECOND = 1_000_000_000L;

    private final Quarantine quarantine = new Quarantine();

    @Test
    void beginsWithTheThirdEqualFailureAndSaysSoOnce() {
        assertThat(quarantine.failed("EINVAL", 0)).isFalse();
        assertThat(quarantine.failed("EINVAL", SECOND)).isFalse();
        assertThat(quarantine.mayTry(SECOND)).isTrue();
        assertThat(quarantine.active()).isFalse();

        assertThat(quarantine.failed("EINVAL", 2 * SECOND)).isTrue();
        assertThat(quarantine.active()).isTrue();
        assertThat(quarantine.reason()).isEqualTo("EINVAL");
        assertThat(quarantine.mayTry(11 * SECOND)).isFalse();
        assertThat(quarantine.mayTry(12 * SECOND)).isTrue();

        assertThat(quarantine.failed("EINVAL", 12 * SECOND)).isFalse();
    }

    @Test
    void differentFailuresDoNotAddUp() {
        for (int second = 0; second < 20; second++) {
            assertThat(quarantine.failed(second % 2 == 0 ? "EBUSY" : "EINVAL", second * SECOND))
                    .isFalse();
        }
        assertThat(quarantine.active()).isFalse();
    }

    @Test
    void oneSuccessEndsIt() {
        for (int second = 0; second < 3; second++) {
            quarantine.failed("EINVAL", second * SECOND);
        }
        quarantine.succeeded();

        assertThat(quarantine.active()).isFalse();
        assertThat(quarantine.reason()).isEmpty();
        assertThat(quarantine.mayTry(3 * SECOND)).isTrue();
        assertThat(quarantine.failed("EINVAL", 3 * SECOND)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -7_000_000_000L, Long.MAX_VALUE - 100_000_000_000L})
    void pausesDoubleUpToOneHourWhereverTheClockStarts(long start) {
        List<Long> tries = new ArrayList<>();
        for (long second = 0; second < 20_000; second++) {
            long now = start + second * SECOND;
            if (quarantine.mayTry(now)) {
                tries.add(second);
                quarantine.failed("EINVAL", now);
            }
        }
        assertThat(tries)
                .containsExactly(
                        0L, 1L, 2L, 12L, 32L, 72L, 152L, 312L, 632L, 1272L, 2552L, 5112L, 8712L, 12312L, 15912L,
                        19512L);
    }
}
