// SPDX-License-Identifier: Apache-2.0
package io.roceguard.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTest {

    @Test
    void printableTextIsRepeatedAsItIs() {
        assertThat(Excerpt.of("a ~ b")).isEqualTo("a ~ b");
        assertThat(Excerpt.of("x".repeat(40))).isEqualTo("x".repeat(40));
    }

    @Test
    void longTextIsCut() {
        assertThat(Excerpt.of("x".repeat(41))).isEqualTo("x".repeat(37) + "...");
    }

    @Test
    void controlAndForeignCharactersAreReplaced() {
        assertThat(Excerpt.of("a\n\u001b[2J\u00e9\u007f")).isEqualTo("a??[2J??");
    }
}
