// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonLimitsTest {

    @Test
    void ordinaryRequestsPass() {
        assertThat(JsonLimits.violation("[{\"type\":\"write\",\"value\":18446744073709551615,\"x\":-1.5e-300}]"))
                .isEmpty();
    }

    @Test
    void nestingIsLimited() {
        String open = "[".repeat(JsonLimits.MAX_DEPTH);
        assertThat(JsonLimits.violation(open + "]".repeat(JsonLimits.MAX_DEPTH)))
                .isEmpty();
        assertThat(JsonLimits.violation(open + "{")).isPresent();
        assertThat(JsonLimits.violation("[],".repeat(1000))).isEmpty();
    }

    @Test
    void whatStandsInAStringDoesNotCount() {
        assertThat(JsonLimits.violation("\"" + "[".repeat(1000) + "9".repeat(1000) + "\\\"" + "{".repeat(1000) + "\""))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e99999", "1E+99999", "[1.5e-123456]", "1e999999999"})
    void exponentsAreLimited(String text) {
        assertThat(JsonLimits.violation(text)).isPresent();
    }

    @Test
    void digitsAreLimited() {
        assertThat(JsonLimits.violation(
                        "[" + "9".repeat(JsonLimits.MAX_NUMBER) + "," + "9".repeat(JsonLimits.MAX_NUMBER) + "]"))
                .isEmpty();
        assertThat(JsonLimits.violation("9".repeat(JsonLimits.MAX_NUMBER + 1))).isPresent();
        assertThat(JsonLimits.violation("0." + "9".repeat(JsonLimits.MAX_NUMBER)))
                .isPresent();
    }
}
