// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.console.client.FakeDaemon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfirmCommandTest {

    @Test
    void sentenceOfTheDaemonIsTheAnswer() {
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.value("Change 12 is kept."))) {
            CliRun text = CliRun.of("confirm", "mlx5_0", "--url", daemon.url());
            CliRun json = CliRun.of("confirm", "mlx5_0", "--json", "--url", daemon.url());

            assertThat(text.exitCode()).isZero();
            assertThat(text.out()).isEqualTo("mlx5_0: Change 12 is kept.\n");
            assertThat(json.object().members())
                    .containsEntry("nic", "mlx5_0")
                    .containsEntry("message", "Change 12 is kept.");
            assertThat(FakeNics.called(daemon).text("mbean")).contains("io.roceguard:type=AdpProfile,nic=mlx5_0");
            assertThat(FakeNics.called(daemon).text("operation")).contains("confirm");
            assertThat(FakeNics.called(daemon).texts("arguments")).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "500 | java.lang.IllegalStateException | No change of mlx5_0 waits for a confirmation. | 1",
                "403 | java.lang.Exception | viewers only read | 1",
                "404 | java.lang.IllegalArgumentException | No operation confirm | 3",
            })
    void failureOfTheDaemonHasItsExitCode(int status, String type, String message, int exitCode) {
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.failure(status, type, message))) {
            CliRun run = CliRun.of("confirm", "mlx5_0", "--json", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(exitCode);
            assertThat(run.object().text("error").orElseThrow()).contains(message);
        }
    }

    @Test
    void unknownNicAndOneWithoutTheRegisterAreTold() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun unknown = CliRun.of("confirm", "mlx5_00", "--url", daemon.url());
            CliRun other = CliRun.of("confirm", "irdma0", "--url", daemon.url());

            assertThat(unknown.exitCode()).isEqualTo(2);
            assertThat(unknown.err()).contains("Did you mean mlx5_0?");
            assertThat(other.exitCode()).isEqualTo(1);
            assertThat(other.err()).contains("irdma0 has no register ROCE_ACCL");
        }
    }

    @Test
    void daemonThatIsDownIsUnreachable() {
        assertThat(CliRun.of("confirm", "mlx5_0", "--url", "http://127.0.0.1:1").exitCode())
                .isEqualTo(3);
    }
}
