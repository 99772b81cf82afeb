// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.counter.CounterValue;
import io.roceguard.counter.CounterValue.Present;
import io.roceguard.counter.CounterValue.Unavailable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CounterTextTest {

    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

    private static CounterValue parse(String text) {
        return parse(text, new Unavailable("EIO"));
    }

    private static CounterValue parse(String text, CounterValue before) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(CounterText.MOST_BYTES);
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        buffer.put(bytes, 0, Math.min(bytes.length, buffer.remaining()));
        return CounterText.parse(buffer, before);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void everyNumberOfUpTo70BitsIsReadExactlyOrRefused(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            BigInteger number = new BigInteger(random.nextInt(71), random);
            CounterValue expected = number.compareTo(TWO_TO_64) >= 0
                    ? new Unavailable("not_a_number")
                    : new Present(number.min(BigInteger.valueOf(Long.MAX_VALUE)).longValue());

            assertThat(parse(number + "\n")).as("seed %d: %s", seed, number).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6, 7, 8})
    void anyBytesAreANumberOrNone(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[random.nextInt(2 * CounterText.MOST_BYTES)];
            random.nextBytes(bytes);
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            boolean digits = text.strip().matches("[0-9]+");

            assertThat(parse(text) instanceof Present)
                    .as("seed %d: %s", seed, text)
                    .isEqualTo(digits);
        }
    }

    @ParameterizedTest
    @CsvSource({"'7', 7", "'7\n', 7", "' 7 \n', 7", "'007', 7", "'\t7\r\n', 7"})
    void blanksAroundANumberDoNotCount(String text, long value) {
        assertThat(parse(text)).isEqualTo(new Present(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"N/A (no PMA)", "N/A (no PMA)\n"})
    void missingPmaHasAReasonOfItsOwn(String text) {
        assertThat(parse(text)).isEqualTo(new Unavailable("no_pma"));
    }

    @Test
    void textThatFillsTheBufferMayGoOnAndIsNoNumber() {
        String blanks = " ".repeat(CounterText.MOST_BYTES - 1);

        assertThat(parse("7" + blanks)).isEqualTo(new Unavailable("not_a_number"));
    }

    @Test
    void unchangedNumberIsTheSameObject() {
        CounterValue before = new Present(2705);

        assertThat(parse("2705\n", before)).isSameAs(before);
        assertThat(parse("2706\n", before)).isEqualTo(new Present(2706));
    }
}
