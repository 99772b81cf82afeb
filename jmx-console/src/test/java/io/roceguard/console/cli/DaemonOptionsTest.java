// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.console.client.FakeDaemon;
import io.roceguard.console.client.FakeDaemon.Reply;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DaemonOptionsTest {

    @Test
    void environmentNamesDaemonAndToken() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun run =
                    CliRun.withEnvironment(Map.of("ROCEGUARD_URL", daemon.url(), "ROCEGUARD_TOKEN", "abc"), "status");

            assertThat(run.exitCode()).isZero();
            assertThat(daemon.asked().get(0).authorization()).isEqualTo("Bearer abc");
        }
    }

    @Test
    void optionsPrecedeTheEnvironment() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun.withEnvironment(
                    Map.of("ROCEGUARD_URL", "http://127.0.0.1:1", "ROCEGUARD_TOKEN", "abc"),
                    "status",
                    "--url=" + daemon.url() + "/jolokia",
                    "--token=xyz");

            assertThat(daemon.asked().get(0).authorization()).isEqualTo("Bearer xyz");
        }
    }

    @Test
    void passwordComesFromTheEnvironmentOrThePrompt() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun.withEnvironment(
                    Map.of("ROCEGUARD_PASSWORD", "pw"), "status", "--url", daemon.url(), "--user", "olga");
            Surroundings terminal = new Surroundings(
                    InputStream.nullInputStream(),
                    Map.of(),
                    question -> Optional.of(question.equals("Password of olga: ") ? "pw" : "?"));
            CliRun.in(terminal, "status", "--url", daemon.url(), "--user", "olga");

            assertThat(daemon.asked())
                    .hasSize(2)
                    .allSatisfy(asked -> assertThat(asked.authorization()).isEqualTo("Basic b2xnYTpwdw=="));
        }
    }

    @Test
    void passwordWithoutTerminalIsAUsageError() {
        CliRun run = CliRun.of("status", "--user", "olga");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("ROCEGUARD_PASSWORD");
    }

    @Test
    void tokenFileMustBeTheOwnersAlone(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("token"), "abc\n");
        try (FakeDaemon daemon = FakeNics.daemon()) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
            CliRun open = CliRun.of("status", "--url", daemon.url(), "--token-file", file.toString());
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            CliRun closed = CliRun.of("status", "--url", daemon.url(), "--token-file", file.toString());

            assertThat(open.exitCode()).isEqualTo(2);
            assertThat(open.err()).contains("chmod 600 " + file);
            assertThat(closed.exitCode()).isZero();
            assertThat(daemon.asked()).hasSize(1);
            assertThat(daemon.asked().get(0).authorization()).isEqualTo("Bearer abc");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1:8778",
                "ftp://127.0.0.1",
                "http://",
                "http://user:secret@127.0.0.1:8778",
                "http://127.0.0.1:8778/?a=b",
                "http://127.0.0.1:8778/#x",
                "http://a b",
            })
    void addressThatIsNoneIsAUsageError(String url) {
        CliRun run = CliRun.of("status", "--url", url);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--url").doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--token=a --user=b | Give one of",
                "--token=a --token-file=b | Give one of",
                "--token-file=/no/such/file | cannot be read",
                "--ca=/no/such/file --url=https://127.0.0.1:1 | PEM",
                "--ca=/no/such/file | https",
                "--timeout=0 | 1..3600",
                "--timeout=3601 | 1..3600",
                "--timeout=x | --timeout",
            })
    void optionsThatCannotBeUsedAreUsageErrors(String options, String message) {
        String[] arguments = ("status --json " + options).split(" ");

        CliRun run = CliRun.of(arguments);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.object().text("error").orElseThrow()).contains(message);
    }

    @Test
    void tokenThatWouldBreakTheHeaderIsRefused() {
        CliRun run = CliRun.of("status", "--token", "a\r\nX-Evil: 1");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("printable ASCII");
    }

    @Test
    void nobodyListeningIsUnreachable() {
        CliRun run = CliRun.of("status", "--json", "--url", "http://127.0.0.1:1");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.object().get("exit_code")).isEqualTo(3);
        assertThat(run.object().text("error").orElseThrow())
                .contains("No daemon answers at http://127.0.0.1:1")
                .contains("roceguard run --sim");
    }

    @ParameterizedTest
    @CsvSource({"401, 1", "403, 1", "404, 3", "500, 3", "200, 3"})
    void httpAnswersHaveTheirExitCodes(int status, int exitCode) {
        try (FakeDaemon daemon = FakeDaemon.replying(new Reply(status, "text/html", "<html>hello</html>"))) {
            CliRun run = CliRun.of("devices", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(exitCode);
            assertThat(run.out()).isEmpty();
            assertThat(run.err().lines()).hasSize(1);
        }
    }

    @Test
    void slowDaemonIsUnreachable() {
        try (FakeDaemon daemon = FakeDaemon.stuckInBody()) {
            CliRun run = CliRun.of("status", "--url", daemon.url(), "--timeout", "1");

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).contains("did not answer within 1 s");
        }
    }
}
