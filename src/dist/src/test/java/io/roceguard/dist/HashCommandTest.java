// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.agent.access.PasswordHash;
import io.roceguard.agent.access.TokenHash;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HashCommandTest {
    private final InputStream stdin = System.in;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @AfterEach
    void giveStdinBack() {
        System.setIn(stdin);
    }

    @Test
    void aPasswordFromStandardInputIsHashedWithoutItsLineEnd() {
        assertThat(hash("correct horse\r\nmore\n")).isZero();

        String hash = out.toString().strip().replace("password_hash: ", "");
        assertThat(PasswordHash.parse(hash).matches("correct horse".toCharArray()))
                .isTrue();
    }

    @Test
    void anEmptyPasswordIsAUsageError() {
        assertThat(hash("\n")).isEqualTo(2);

        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("The password is empty.");
    }

    @Test
    void aNewTokenIsPrintedWithItsHash() {
        assertThat(hash("", "--token")).isZero();

        List<String> lines = out.toString().lines().toList();
        String token = lines.get(0).replace("token: ", "");
        assertThat(TokenHash.parse(lines.get(1).replace("token_hash: ", "")).matches(token))
                .isTrue();
    }

    @Test
    void jsonIsOneDocument() {
        assertThat(hash("secret\n", "--json")).isZero();

        assertThat(out.toString()).matches("\\{\"password_hash\":\"pbkdf2-sha256\\$[^\"]+\"}\\R");
    }

    private int hash(String input, String... arguments) {
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        List<String> all = new ArrayList<>(List.of("hash"));
        all.addAll(List.of(arguments));
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }
}
