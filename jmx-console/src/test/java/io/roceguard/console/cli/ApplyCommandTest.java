// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.console.client.FakeDaemon;
import io.roceguard.console.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApplyCommandTest {

    private static final Map<String, Object> APPLIED = Map.of(
            "nic", "mlx5_0",
            "outcome", "verified",
            "words",
                    List.of(
                            "0x10000000",
                            "0x10000000",
                            "0x00000000",
                            "0x00000000",
                            "0x00000000",
                            "0x00000000",
                            "0x00000000",
                            "0x00000000",
                            "0x90400008"),
            "selects", List.of("adp_retx_profile_select"),
            "changed", List.of("time_base 4 -> 8"),
            "changedByOthers", List.of("roce_tx_window_en 0 -> 1"),
            "mlxreg", List.of("mlxreg -d mlx5_0 --yes"),
            "caller", "olga",
            "message", "Verified on mlx5_0: time_base 4 -> 8.");

    @Test
    void textSaysWhatChangedAndWhatOthersChanged() {
        try (FakeDaemon daemon = exec(request -> FakeDaemon.value(APPLIED))) {
            CliRun run = CliRun.of("apply", "mlx5_0", "time_base=8", "--url", daemon.url());

            assertThat(run.exitCode()).isZero();
            assertThat(run.lines())
                    .containsExactly(
                            "mlx5_0: verified, 1 value changed, as olga.",
                            "  time_base 4 -> 8",
                            "  changed by somebody else meanwhile: roce_tx_window_en 0 -> 1",
                            "Sent a SET that selects adp_retx_profile_select",
                            "  0x00  0x10000000 0x10000000 0x00000000 0x00000000",
                            "  0x20  0x90400008");
            JsonObject asked = daemon.asked().get(0).requests().get(0);
            assertThat(asked.text("operation")).contains("apply");
            assertThat(asked.texts("arguments")).containsExactly("time_base=8");
        }
    }

    @Test
    void reasonGoesAlong() {
        try (FakeDaemon daemon = exec(request -> FakeDaemon.value(APPLIED))) {
            CliRun run = CliRun.of(
                    "apply", "mlx5_0", "0x10.0:16=8", "--reason", "change 4711", "--json", "--url", daemon.url());

            assertThat(run.object().members())
                    .containsEntry("nic", "mlx5_0")
                    .containsEntry("outcome", "verified")
                    .containsEntry("changed", List.of("time_base 4 -> 8"))
                    .containsEntry("changed_by_others", List.of("roce_tx_window_en 0 -> 1"))
                    .containsEntry("caller", "olga");
            JsonObject asked = daemon.asked().get(0).requests().get(0);
            assertThat(asked.text("operation")).contains("applyWithReason");
            assertThat(asked.texts("arguments")).containsExactly("0x10.0:16=8", "change 4711");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "403 | java.lang.Exception | viewers only read | 1",
                "500 | java.lang.IllegalArgumentException | time_base must be 0..65535: value=70000 | 1",
                "500 | javax.management.InvalidAttributeValueException | not configurable on this function | 1",
                "500 | java.lang.IllegalStateException | the firmware refused the SET: bad parameter | 1",
                "404 | java.lang.IllegalArgumentException | No operation apply | 3",
            })
    void failureOfTheDaemonHasItsExitCode(int status, String type, String message, int exitCode) {
        try (FakeDaemon daemon = exec(request -> FakeDaemon.failure(status, type, message))) {
            CliRun run = CliRun.of("apply", "mlx5_0", "time_base=8", "--json", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(exitCode);
            assertThat(run.object().get("exit_code")).isEqualTo(exitCode);
            assertThat(run.object().text("error").orElseThrow())
                    .contains(message)
                    .doesNotContain(type);
        }
    }

    @Test
    void failureOnANicThatIsStuckIsUnreachable() {
        try (FakeDaemon daemon =
                exec(request -> FakeDaemon.failure(500, "java.lang.IllegalStateException", "No answer within 5 s."))) {
            CliRun run = CliRun.of("apply", "mlx5_10", "time_base=8", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).isEqualTo("roceguard: No answer within 5 s.\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET ROCE_ACCL on mlx5_0 failed: no answer within 5000 ms. It had not begun and will not.",
                "SET ROCE_ACCL on mlx5_0 failed: EIO. Whether it took effect is unknown until the register is read again.",
                "SET ROCE_ACCL on mlx5_0 failed: a call is under way for 7 s. Nothing was sent.",
                "SET ROCE_ACCL on mlx5_0 failed: the waiting thread was interrupted."
                        + " Read the register again to know its state."
            })
    void changeWithoutAnAnswerIsUnreachableThoughTheNicIsWellAgain(String message) {
        try (FakeDaemon daemon = exec(request -> FakeDaemon.failure(500, "java.lang.IllegalStateException", message))) {
            CliRun run = CliRun.of("apply", "mlx5_0", "time_base=8", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).isEqualTo("roceguard: " + message + "\n");
        }
    }

    @Test
    void refusedAssignmentOnANicThatIsStuckIsStillANo() {
        try (FakeDaemon daemon = exec(request ->
                FakeDaemon.failure(500, "java.lang.IllegalArgumentException", "time_base must be 0..65535."))) {
            CliRun run = CliRun.of("apply", "mlx5_10", "time_base=70000", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void changeThatDidNotTakeIsANo() {
        Map<String, Object> result = Map.of("outcome", "not taken", "message", "time_base still reads 4.");
        try (FakeDaemon daemon = exec(request -> FakeDaemon.value(result))) {
            CliRun run = CliRun.of("apply", "mlx5_0", "time_base=8", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).contains("mlx5_0: not taken, no value changed.");
            assertThat(run.err()).contains("not verified").contains("time_base still reads 4.");
        }
    }

    @Test
    void mistypedAssignmentIsFoundBeforeAnythingIsSent() {
        try (FakeDaemon daemon = exec(request -> FakeDaemon.value(APPLIED))) {
            CliRun run = CliRun.of("apply", "mlx5_0", "time_bsae=8", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("Did you mean time_base?");
            assertThat(daemon.asked()).isEmpty();
        }
    }

    @Test
    void mistypedNicGetsTheNearestName() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun run = CliRun.of("apply", "mlx5_00", "time_base=8", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("There is no NIC named mlx5_00. Did you mean mlx5_0?");
        }
    }

    private static FakeDaemon exec(Function<JsonObject, Map<String, Object>> answer) {
        return FakeDaemon.answering(request ->
                request.text("type").orElse("").equals("exec") ? answer.apply(request) : FakeNics.answer(request));
    }
}
