// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.adp.ProfilePresets;
import io.roceguard.console.client.FakeDaemon;
import io.roceguard.console.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanCommandTest {

    @Test
    void textSaysWhatWouldHappenAndHowToMakeIt() {
        try (FakeDaemon daemon = planning(FakePlan.of("", "WARN"))) {
            CliRun run = CliRun.of("plan", "mlx5_0", "time_base=8", "--url", daemon.url());

            assertThat(run.exitCode()).isZero();
            assertThat(run.err()).isEmpty();
            assertThat(run.lines())
                    .containsExactly(
                            "mlx5_0: 2 values of profile 1 would change.",
                            "  time_base 4 -> 8",
                            "  time_unit 0 -> 1",
                            "It sends a SET that selects adp_retx_profile_select",
                            "  0x00  0x10000000 0x10000000 0x00000000 0x00000000",
                            "",
                            "Queue pairs on a dead path, before and after",
                            "                      FAILS AFTER                        RETRANSMISSIONS  SURELY SURVIVES",
                            "  ack_timeout 20, retry_cnt 7 (3 seen)",
                            "    before  firmware  -                                  -                -",
                            "    The firmware's own timeouts, about 2 min.",
                            "    after   profile   16.896 ms / 17.472 ms / 17.984 ms  9 to 13          16.384 ms",
                            "  ack_timeout 0, retry_cnt 7 (given)",
                            "    before  firmware  -                                  -                -",
                            "    The firmware's own timeouts, about 2 min.",
                            "    after   profile   never                              no end           any outage",
                            "",
                            "Findings",
                            "  WARN  W_STORM  ranges[0]",
                            "    It retransmits too fast.",
                            "    Use a longer timeout.",
                            "",
                            "Who is affected",
                            "  All queue pairs of the PF and its VFs.",
                            "",
                            "What cannot be undone",
                            "  Only fwreset leads back to the firmware's own timeouts.",
                            "",
                            "What must be accepted",
                            "  W_STORM, with --accept W_STORM",
                            "",
                            "Nothing has been changed. Plan 1a2b3c is made by:",
                            "  roceguard apply mlx5_0 time_base=8 --accept W_STORM --plan 1a2b3c --url "
                                    + daemon.url());
            assertThat(FakeNics.called(daemon).text("mbean")).contains("io.roceguard:type=RoceAccl,nic=mlx5_0");
            assertThat(FakeNics.called(daemon).text("operation")).contains("plan");
            assertThat(FakeNics.called(daemon).texts("arguments")).containsExactly("time_base=8");
        }
    }

    @Test
    void jsonKeepsNanosecondsExact() {
        try (FakeDaemon daemon = planning(FakePlan.of("", "WARN"))) {
            CliRun run = CliRun.of("plan", "mlx5_0", "flap-1s", "--json", "--url", daemon.url());

            assertThat(run.exitCode()).isZero();
            JsonObject plan = run.object();
            assertThat(plan.members())
                    .containsEntry("plan", "1a2b3c")
                    .containsEntry("possible", true)
                    .containsEntry("obstacle", null)
                    .containsEntry("must_accept", List.of("W_STORM"))
                    .containsEntry(
                            "command",
                            "roceguard apply mlx5_0 flap-1s --accept W_STORM --plan 1a2b3c --url " + daemon.url());
            JsonObject seen = plan.objects("comparison").get(0);
            assertThat(seen.members()).containsEntry("ack_timeout", 20).containsEntry("retry_cnt", 7);
            assertThat(JsonObject.of(seen.get("before")).members())
                    .containsEntry("adp_mode", "firmware")
                    .containsEntry("prediction", null);
            assertThat(JsonObject.of(JsonObject.of(seen.get("after")).get("prediction"))
                            .members())
                    .containsEntry("total_ns", 9_007_199_254_740_993L)
                    .containsEntry("detection_min_ns", 16_896_000)
                    .containsEntry("detection_mean_ns", 17_472_001)
                    .containsEntry("retransmissions_until_failure_max", 13)
                    .containsEntry("survived_sure_ns", 16_384_000)
                    .containsEntry("retransmissions_per_second_peak", 7812.5);
        }
    }

    @Test
    void givenTimingAndProfileHaveTheirOperations() {
        try (FakeDaemon daemon = planning(FakePlan.of("", "INFO"))) {
            String url = daemon.url();
            CliRun.of("plan", "mlx5_0", "time_base=8", "--ack-timeout=20", "--retry-count=7", "--url", url);
            CliRun.of("plan", "mlx5_0", "flap-1s", "--ack-timeout=20", "--retry-count=7", "--url", url);
            CliRun piped = CliRun.withStdin(CliRun.resource("sample.yaml"), "plan", "mlx5_0", "-", "--url", url);

            List<JsonObject> asked =
                    daemon.asked().stream().map(each -> each.requests().get(0)).toList();
            assertThat(asked)
                    .extracting(each -> each.text("operation").orElseThrow())
                    .containsExactly("planFor", "planProfileFor", "planProfile");
            assertThat(asked.get(0).texts("arguments")).containsExactly("time_base=8", "20", "7");
            assertThat(asked.get(1).texts("arguments"))
                    .containsExactly(ProfilePresets.text("flap-1s").orElseThrow(), "20", "7");
            assertThat(piped.lines()).endsWith("  roceguard apply mlx5_0 - --plan 1a2b3c --url " + url + " < PROFILE");
            assertThat(asked.get(2).texts("arguments")).containsExactly(CliRun.resource("sample.yaml"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mlx5_0 is a VF, which cannot be configured. | INFO | mlx5_0 is a VF",
                "'' | ERROR | the profile has errors",
            })
    void whatWouldBeRefusedIsANoWithoutACommand(String obstacle, String severity, String shown) {
        try (FakeDaemon daemon = planning(FakePlan.of(obstacle, severity))) {
            CliRun text = CliRun.of("plan", "mlx5_0", "time_base=8", "--url", daemon.url());
            CliRun json = CliRun.of("plan", "mlx5_0", "time_base=8", "--json", "--url", daemon.url());

            assertThat(text.exitCode()).isEqualTo(1);
            assertThat(text.out()).contains("It would be refused: " + shown).doesNotContain("roceguard apply");
            assertThat(json.exitCode()).isEqualTo(1);
            assertThat(json.object().members()).containsEntry("possible", false).containsEntry("command", null);
        }
    }

    @Test
    void planThatSendsNothingHasNoCommand() {
        Map<String, Object> nothing = new HashMap<>(Map.of("id", "", "message", "Nothing would change."));
        try (FakeDaemon daemon = planning(nothing)) {
            CliRun run = CliRun.of("plan", "mlx5_0", "time_base=4", "--url", daemon.url());

            assertThat(run.exitCode()).isZero();
            assertThat(run.lines()).containsExactly("mlx5_0: Nothing would change.", "", "Nothing would be sent.");
        }
    }

    @Test
    void commandToCopyIsQuotedForAShell(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("it's=mine.yaml"), CliRun.resource("sample.yaml"));
        try (FakeDaemon daemon = planning(FakePlan.of("", "INFO"))) {
            CliRun run = CliRun.of("plan", "mlx5_0", file.toString(), "--url", daemon.url());

            assertThat(FakeNics.called(daemon).text("operation")).contains("planProfile");
            assertThat(run.out())
                    .contains("roceguard apply mlx5_0 '" + directory + "/it'\\''s=mine.yaml' --plan 1a2b3c");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "time_bsae=8 | assignments:1:1: | Did you mean time_base?",
                "time_base=8,=3 | assignments:1: | ",
                "time_base | is a field without a value | time_base=VALUE",
                "flap-2s | There is no file flap-2s and no preset of that name. Did you mean flap-1s? | ",
                "/no/such.yaml | There is no file /no/such.yaml | preset",
            })
    void whatCannotBeReadIsFoundBeforeAnythingIsSent(String change, String first, String second) {
        try (FakeDaemon daemon = planning(FakePlan.of("", "INFO"))) {
            CliRun run = CliRun.of("plan", "mlx5_0", change, "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains(first).contains(second == null ? "" : second);
            assertThat(daemon.asked()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "time_base: 4;tiem_unit: 1 | <stdin>:2:1: | Did you mean time_unit?",
                "0x1800065f 0x10000005 | <stdin> is no profile file | presets",
                "'' | <stdin> is no profile file | F=V",
            })
    void profileThatCannotBeReadHasItsPosition(String text, String first, String second) {
        try (FakeDaemon daemon = planning(FakePlan.of("", "INFO"))) {
            CliRun run = CliRun.withStdin(text.replace(";", "\n"), "plan", "mlx5_0", "-", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains(first);
            assertThat(daemon.asked()).isEmpty();
        }
    }

    @Test
    void timingIsGivenWholeAndInRange() {
        assertThat(CliRun.of("plan", "mlx5_0", "flap-1s", "--ack-timeout", "20").err())
                .contains("give both");
        assertThat(CliRun.of("plan", "mlx5_0", "flap-1s", "--ack-timeout=32", "--retry-count=7")
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void failuresHaveTheirExitCodes() {
        try (FakeDaemon refusing = FakeNics.executing(
                        request -> FakeDaemon.failure(403, "java.lang.Exception", "viewers only read"));
                FakeDaemon known = FakeNics.daemon()) {
            CliRun refused = CliRun.of("plan", "mlx5_0", "flap-1s", "--url", refusing.url());
            CliRun unknown = CliRun.of("plan", "mlx5_00", "flap-1s", "--url", known.url());
            CliRun down = CliRun.of("plan", "mlx5_0", "flap-1s", "--url", "http://127.0.0.1:1");

            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.err()).contains("does not let this caller plan for mlx5_0: viewers only read");
            assertThat(unknown.exitCode()).isEqualTo(2);
            assertThat(unknown.err()).contains("Did you mean mlx5_0?");
            assertThat(down.exitCode()).isEqualTo(3);
        }
    }

    private static FakeDaemon planning(Map<String, Object> plan) {
        return FakeNics.executing(request -> FakeDaemon.value(plan));
    }
}
