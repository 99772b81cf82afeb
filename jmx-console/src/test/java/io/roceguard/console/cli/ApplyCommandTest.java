// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.adp.ProfilePresets;
import io.roceguard.console.client.FakeDaemon;
import io.roceguard.console.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApplyCommandTest {

    private static final Map<String, Object> APPLIED = new HashMap<>(Map.of(
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
            "message", "Verified on mlx5_0: time_base 4 -> 8."));

    static {
        APPLIED.putAll(Map.of("change", 12, "kind", "apply", "confirmUntil", "", "repeated", false));
    }

    @Test
    void textSaysWhatChangedAndWhatOthersChanged() {
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.value(APPLIED))) {
            CliRun run = CliRun.of("apply", "mlx5_0", "time_base=8", "--url", daemon.url());

            assertThat(run.exitCode()).isZero();
            assertThat(run.lines())
                    .containsExactly(
                            "mlx5_0: change 12 verified, 1 value changed, as olga.",
                            "  time_base 4 -> 8",
                            "  changed by somebody else meanwhile: roce_tx_window_en 0 -> 1",
                            "Sent a SET that selects adp_retx_profile_select",
                            "  0x00  0x10000000 0x10000000 0x00000000 0x00000000",
                            "  0x20  0x90400008");
            JsonObject asked = FakeNics.called(daemon);
            assertThat(asked.text("mbean")).contains("io.roceguard:type=RoceAccl,nic=mlx5_0");
            assertThat(asked.text("operation")).contains("applyChange");
            assertThat(asked.texts("arguments").subList(0, 6)).containsExactly("time_base=8", "", "", "", "", "");
        }
    }

    @Test
    void reasonGoesAlong() {
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.value(APPLIED))) {
            CliRun run = CliRun.of(
                    "apply", "mlx5_0", "0x10.0:16=8", "--reason", "change 4711", "--json", "--url", daemon.url());

            assertThat(run.object().members())
                    .containsEntry("nic", "mlx5_0")
                    .containsEntry("change", 12)
                    .containsEntry("kind", "apply")
                    .containsEntry("outcome", "verified")
                    .containsEntry("confirm_until", null)
                    .containsEntry("repeated", false)
                    .containsEntry("changed", List.of("time_base 4 -> 8"))
                    .containsEntry("changed_by_others", List.of("roce_tx_window_en 0 -> 1"))
                    .containsEntry("caller", "olga");
            assertThat(FakeNics.called(daemon).texts("arguments")).startsWith("0x10.0:16=8", "change 4711");
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
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.failure(status, type, message))) {
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
        try (FakeDaemon daemon = FakeNics.executing(
                request -> FakeDaemon.failure(500, "java.lang.IllegalStateException", "No answer within 5 s."))) {
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
        try (FakeDaemon daemon =
                FakeNics.executing(request -> FakeDaemon.failure(500, "java.lang.IllegalStateException", message))) {
            CliRun run = CliRun.of("apply", "mlx5_0", "time_base=8", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).isEqualTo("roceguard: " + message + "\n");
        }
    }

    @Test
    void refusedAssignmentOnANicThatIsStuckIsStillANo() {
        try (FakeDaemon daemon = FakeNics.executing(request ->
                FakeDaemon.failure(500, "java.lang.IllegalArgumentException", "time_base must be 0..65535."))) {
            CliRun run = CliRun.of("apply", "mlx5_10", "time_base=70000", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void changeThatDidNotTakeIsANo() {
        Map<String, Object> result = Map.of("outcome", "not taken", "message", "time_base still reads 4.");
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.value(result))) {
            CliRun run = CliRun.of("apply", "mlx5_0", "time_base=8", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).contains("mlx5_0: not taken, no value changed.");
            assertThat(run.err()).contains("not verified").contains("time_base still reads 4.");
        }
    }

    @Test
    void mistypedAssignmentIsFoundBeforeAnythingIsSent() {
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.value(APPLIED))) {
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

    @Test
    void aProfileTravelsAsItsText() {
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.value(APPLIED))) {
            String file = CliRun.file("sample.yaml");
            CliRun.of("apply", "mlx5_0", file, "--url", daemon.url());
            CliRun.of("apply", "mlx5_0", "flap-1s", "--url", daemon.url());
            CliRun.withStdin(CliRun.resource("sample.yaml"), "apply", "mlx5_0", "-", "--url", daemon.url());

            assertThat(daemon.asked()).hasSize(3).allSatisfy(asked -> {
                JsonObject request = asked.requests().get(0);
                assertThat(request.text("mbean")).contains("io.roceguard:type=AdpProfile,nic=mlx5_0");
                assertThat(request.text("operation")).contains("applyProfile");
                assertThat(request.texts("arguments")).hasSize(7);
            });
            assertThat(daemon.asked())
                    .extracting(
                            asked -> asked.requests().get(0).texts("arguments").get(0))
                    .containsExactly(
                            CliRun.resource("sample.yaml"),
                            ProfilePresets.text("flap-1s").orElseThrow(),
                            CliRun.resource("sample.yaml"));
        }
    }

    @Test
    void optionsGoAlong() {
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.value(APPLIED))) {
            CliRun run = CliRun.of(
                    "apply",
                    "mlx5_0",
                    "time_base=8",
                    "--reason=why",
                    "--accept=w_storm,W_INIT_FIXED",
                    "--accept",
                    "W_STORM",
                    "--confirm-within=5m",
                    "--guard=ratio,spurious",
                    "--plan=1a2b",
                    "--request-id=r-1",
                    "--url",
                    daemon.url());

            assertThat(run.exitCode()).isZero();
            assertThat(FakeNics.called(daemon).texts("arguments"))
                    .containsExactly(
                            "time_base=8", "why", "W_STORM,W_INIT_FIXED", "300s", "ratio,spurious", "1a2b", "r-1");
        }
    }

    @ParameterizedTest
    @CsvSource({"5m, 300s", "1500ms, 1500000000ns"})
    void guardAloneMeansAllEvidence(String given, String sent) {
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.value(APPLIED))) {
            CliRun.of("apply", "mlx5_0", "time_base=8", "--confirm-within", given, "--guard", "--url", daemon.url());

            assertThat(FakeNics.called(daemon).texts("arguments").subList(3, 5)).containsExactly(sent, "all");
        }
    }

    @Test
    void everyRequestHasItsOwnId() {
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.value(APPLIED))) {
            CliRun.of("apply", "mlx5_0", "time_base=8", "--url", daemon.url());
            CliRun.of("apply", "mlx5_0", "time_base=8", "--url", daemon.url());

            assertThat(daemon.asked())
                    .extracting(
                            asked -> asked.requests().get(0).texts("arguments").get(6))
                    .allSatisfy(id -> assertThat(id).matches("[0-9a-f-]{36}"))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void changeThatWaitsSaysUntilWhenAndHowToKeepIt() {
        Map<String, Object> waiting = new HashMap<>(APPLIED);
        waiting.put("confirmUntil", "2026-01-02T03:04:05Z");
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.value(waiting))) {
            CliRun text = CliRun.of("apply", "mlx5_0", "time_base=8", "--confirm-within", "5m", "--url", daemon.url());
            CliRun json = CliRun.of(
                    "apply", "mlx5_0", "time_base=8", "--confirm-within", "5m", "--json", "--url", daemon.url());

            assertThat(text.lines())
                    .endsWith(
                            "It is taken back at 2026-01-02T03:04:05Z unless you keep it with:",
                            "  roceguard confirm mlx5_0 --url " + daemon.url());
            assertThat(json.object().text("confirm_until")).contains("2026-01-02T03:04:05Z");
        }
    }

    @Test
    void requestThatWasMadeBeforeIsSaidToBe() {
        Map<String, Object> repeated = new HashMap<>(APPLIED);
        repeated.put("repeated", true);
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.value(repeated))) {
            CliRun run = CliRun.of("apply", "mlx5_0", "time_base=8", "--request-id=r-1", "--url", daemon.url());

            assertThat(run.exitCode()).isZero();
            assertThat(run.lines())
                    .endsWith("This request was made before, and nothing was sent now.")
                    .noneMatch(line -> line.startsWith("Sent a SET"));
        }
    }

    @Test
    void warningsThatMustBeAcceptedAreShownAsTheyCome() {
        String refusal = "The change was refused: W_STORM must be accepted. Nothing was sent.";
        try (FakeDaemon daemon =
                FakeNics.executing(request -> FakeDaemon.failure(500, "java.lang.IllegalArgumentException", refusal))) {
            CliRun run = CliRun.of("apply", "mlx5_0", "fast-detect", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).isEqualTo("roceguard: " + refusal + "\n");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--guard | --guard needs --confirm-within",
                "--guard=ratoi --confirm-within=5m | Did you mean ratio?",
                "--guard= --confirm-within=5m | --guard must be all, or some of",
                "--guard=ratio, --confirm-within=5m | --guard must be all, or some of",
                "--plan= | --plan needs an id",
                "--request-id= | --request-id needs an id",
                "--confirm-within=5 | must be a positive duration",
                "--confirm-within=0s | must be a positive duration",
            })
    void badOptionIsAUsageErrorAndNothingIsSent(String options, String message) {
        try (FakeDaemon daemon = FakeNics.executing(request -> FakeDaemon.value(APPLIED))) {
            List<String> arguments = new ArrayList<>(List.of("apply", "mlx5_0", "time_base=8", "--url", daemon.url()));
            arguments.addAll(List.of(options.split(" ")));
            CliRun run = CliRun.of(arguments.toArray(String[]::new));

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains(message);
            assertThat(daemon.asked()).isEmpty();
        }
    }

    @Test
    void lostAnswerNamesTheRequestToRepeat() {
        try (FakeDaemon daemon = FakeDaemon.stuckInBody()) {
            CliRun run = CliRun.of("apply", "mlx5_0", "time_base=8", "--timeout", "1", "--json", "--url", daemon.url());

            String id = FakeNics.called(daemon).texts("arguments").get(6);
            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.object().text("error").orElseThrow())
                    .contains("did not answer within 1 s")
                    .endsWith("Repeat the same command with --request-id " + id + ": it is made once at most.");
        }
    }

    @Test
    void daemonThatIsDownGotNothing() {
        CliRun run = CliRun.of("apply", "mlx5_0", "time_base=8", "--url", "http://127.0.0.1:1");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("No daemon answers").doesNotContain("--request-id");
    }
}
