// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordHashTest {

    private static final int FAST = 1_000;

    @Test
    void storedFormMatchesThePasswordAndNoOther() {
        PasswordHash hash = PasswordHash.parse(
                PasswordHash.of("correct horse".toCharArray(), FAST).toString());

        assertThat(hash.matches("correct horse".toCharArray())).isTrue();
        assertThat(hash.matches("correct horsf".toCharArray())).isFalse();
        assertThat(hash.matches(new char[0])).isFalse();
    }

    @Test
    void agreesWithAnotherImplementation() {
        // Python: hashlib.pbkdf2_hmac('sha256', b'passwordPASSWORDpassword', b'saltSALTsaltSALTsaltSALTsaltSALTsalt',
        // 4096)
        PasswordHash hash = PasswordHash.parse("pbkdf2-sha256$4096$c2FsdFNBTFRzYWx0U0FMVHNhbHRTQUxUc2FsdFNBTFRzYWx0$"
                + "NIyJ28vTKy8y2BS4EW6EzysXNH68GAAYHE4qH7jdU+E=");

        assertThat(hash.matches("passwordPASSWORDpassword".toCharArray())).isTrue();
    }

    @Test
    void saltMakesEqualPasswordsDiffer() {
        assertThat(PasswordHash.of("same".toCharArray(), FAST).toString())
                .isNotEqualTo(PasswordHash.of("same".toCharArray(), FAST).toString());
    }

    @Test
    void defaultIsSlowEnoughToBeWorthwhile() {
        assertThat(PasswordHash.of("x".toCharArray()).toString()).startsWith("pbkdf2-sha256$210000$");
    }

    @Test
    void passwordsOutsideAsciiWork() {
        PasswordHash hash = PasswordHash.of("pässwörd€".toCharArray(), FAST);

        assertThat(hash.matches("pässwörd€".toCharArray())).isTrue();
        assertThat(hash.matches("password".toCharArray())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "secret",
                "sha256$1000$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAA==",
                "pbkdf2-sha256$x$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAA==",
                "pbkdf2-sha256$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAA==",
                "pbkdf2-sha256$99999999999$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAA==",
                "pbkdf2-sha256$1000$not base64$AAAAAAAAAAAAAAAAAAAAAA==",
                "pbkdf2-sha256$1000$AAAA$AAAAAAAAAAAAAAAAAAAAAA==",
                "pbkdf2-sha256$1000$AAAAAAAAAAAAAAAAAAAAAA==$AAAA",
                "pbkdf2-sha256$1000$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAA==$more"
            })
    void whatIsNoHashIsRefusedWithASentenceThatDoesNotRepeatIt(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PasswordHash.parse(text))
                .withMessageContaining("password hash")
                .withMessageMatching("[\\x20-\\x7e]+\\.")
                .satisfies(error -> assertThat(
                                text.isEmpty() || !error.getMessage().contains(text))
                        .isTrue());
    }

    @Test
    void emptyPasswordIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PasswordHash.of(new char[0], FAST))
                .withMessageContaining("empty");
    }
}
