// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenHashTest {

    @Test
    void storedFormMatchesTheTokenAndNoOther() {
        String token = TokenHash.newToken();
        TokenHash hash = TokenHash.parse(TokenHash.of(token).toString());

        assertThat(hash.matches(token)).isTrue();
        assertThat(hash.matches(TokenHash.newToken())).isFalse();
        assertThat(hash.matches("")).isFalse();
    }

    @Test
    void storedFormIsPlainSha256() {
        assertThat(TokenHash.of("abc"))
                .hasToString("sha256$ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void hexDigitsMayBeUpperCase() {
        assertThat(TokenHash.parse("sha256$BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD")
                        .matches("abc"))
                .isTrue();
    }

    @Test
    void tokensAreLongAndFitIntoAHeader() {
        assertThat(TokenHash.newToken()).hasSize(43).matches("[A-Za-z0-9_-]+").isNotEqualTo(TokenHash.newToken());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sha256$",
                "sha256$00",
                "md5$00",
                "sha256$zz7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
            })
    void whatIsNoHashIsRefusedWithASentence(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TokenHash.parse(text))
                .withMessageContaining("sha256$ and 64 hex digits");
    }
}
