// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.console.client.FakeDaemon;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RollbackCommandTest {

    private static final Map<String, Object> DONE = Map.of(
            "change",
            14,
            "kind",
            "rollback",
            "outcome",
            "verified",
            "changed",
            List.of("time_base 8 -> 4"),
            "selects",
            List.of("adp_retx_profile_select"),
            "caller",
            "olga");

    @Test
    void latestChangeIsTakenBackUnlessAnotherIsNamed() {
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.value(DONE))) {
            CliRun latest = CliRun.of("rollback", "mlx5_0", "--url", daemon.url());
            CliRun named =
                    CliRun.of("rollback", "mlx5_0", "--to=12", "--reason=worse", "--json", "--url", daemon.url());

            assertThat(latest.exitCode()).isZero();
            assertThat(latest.lines())
                    .startsWith("mlx5_0: change 14 verified, 1 value changed, as olga.", "  time_base 8 -> 4");
            assertThat(named.object().members()).containsEntry("change", 14).containsEntry("kind", "rollback");
            assertThat(daemon.asked())
                    .extracting(asked -> asked.requests().get(0).texts("arguments"))
                    .containsExactly(List.of("", ""), List.of("12", "worse"));
            assertThat(FakeNics.called(daemon).text("operation")).contains("rollback");
        }
    }

    @Test
    void dryRunIsAPlan() {
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.value(FakePlan.of("", "INFO")))) {
            CliRun run =
                    CliRun.of("rollback", "mlx5_0", "--to=12", "--reason=too slow", "--dry-run", "--url", daemon.url());

            assertThat(run.exitCode()).isZero();
            assertThat(FakeNics.called(daemon).text("operation")).contains("planRollback");
            assertThat(FakeNics.called(daemon).texts("arguments")).containsExactly("12");
            assertThat(run.lines())
                    .endsWith("  roceguard rollback mlx5_0 --to 12 --reason 'too slow' --url " + daemon.url());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"WARN", "ERROR"})
    void findingsAboutTheStateBeforeAreShownAndForbidNothing(String severity) {
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.value(FakePlan.of("", severity)))) {
            CliRun run = CliRun.of("rollback", "mlx5_0", "--dry-run", "--url", daemon.url());

            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).contains(severity + "  W_STORM").doesNotContain("accept", "refused");
        }
    }

    @Test
    void dryRunOfWhatWouldBeRefusedIsANo() {
        try (FakeDaemon daemon =
                FakeNics.executing(request -> FakeDaemon.value(FakePlan.of("There is no change 99.", "INFO")))) {
            CliRun run = CliRun.of("rollback", "mlx5_0", "--to=99", "--dry-run", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).contains("There is no change 99.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "x", "99999999999999999999"})
    void changeIsAPositiveNumber(String to) {
        CliRun run = CliRun.of("rollback", "mlx5_0", "--to=" + to);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--to");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mlx5_0 | 500 | java.lang.IllegalArgumentException | There is no change 99. | 1",
                "mlx5_0 | 403 | java.lang.Exception | viewers only read | 1",
                "mlx5_0 | 404 | java.lang.IllegalArgumentException | No operation rollback | 3",
                "mlx5_10 | 500 | java.lang.IllegalStateException | No answer within 5 s. | 3",
            })
    void failureOfTheDaemonHasItsExitCode(String nic, int status, String type, String message, int exitCode) {
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.failure(status, type, message))) {
            CliRun run = CliRun.of("rollback", nic, "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(exitCode);
            assertThat(run.err()).contains(message);
        }
    }

    @Test
    void lostAnswerPointsToTheHistory() {
        try (FakeDaemon daemon = FakeDaemon.stuckInBody()) {
            CliRun run = CliRun.of("rollback", "mlx5_0", "--timeout", "1", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).contains("roceguard history mlx5_0");
        }
    }

    @Test
    void mistypedNicGetsTheNearestNameAndADaemonThatIsDownIsUnreachable() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun unknown = CliRun.of("rollback", "mlx5_00", "--url", daemon.url());
            CliRun down = CliRun.of("rollback", "mlx5_0", "--url", "http://127.0.0.1:1");

            assertThat(unknown.exitCode()).isEqualTo(2);
            assertThat(unknown.err()).contains("Did you mean mlx5_0?");
            assertThat(down.exitCode()).isEqualTo(3);
            assertThat(down.err()).doesNotContain("history");
        }
    }
}
