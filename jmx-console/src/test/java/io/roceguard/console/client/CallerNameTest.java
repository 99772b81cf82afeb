// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallerNameTest {

    @Test
    void nameHoldsWhatIsKnown() {
        assertThat(CallerName.of(Optional.of(1000), "bob")).isEqualTo("roceguard-cli (uid=1000; user=bob)");
        assertThat(CallerName.of(Optional.empty(), "bob")).isEqualTo("roceguard-cli (user=bob)");
        assertThat(CallerName.of(Optional.of(0), "")).isEqualTo("roceguard-cli (uid=0)");
        assertThat(CallerName.of(Optional.empty(), "")).isEqualTo("roceguard-cli");
    }

    @Test
    void nameIsShortPrintableAscii() {
        assertThat(CallerName.of(Optional.of(7), "b\u00f6b\r\nX: y\ud83d\ude00"))
                .isEqualTo("roceguard-cli (uid=7; user=b?b??X: y?)");
        assertThat(CallerName.of(Optional.of(Integer.MAX_VALUE), "x".repeat(500)))
                .hasSize(100)
                .endsWith("x)");
    }
}
