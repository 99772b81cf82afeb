// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.console.client.FakeDaemon;
import io.roceguard.console.json.JsonObject;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryCommandTest {

    @Test
    void tableNamesWhoChangedWhatWhenAndWhy() {
        try (FakeDaemon daemon = remembering(List.of(reverted(), applied()))) {
            CliRun run = CliRun.of("history", "--url", daemon.url());

            assertThat(run.exitCode()).isZero();
            assertThat(run.lines())
                    .containsExactly(
                            "NO  TIME (UTC)           NIC     WHO          KIND    OUTCOME   CHANGED",
                            "13  2026-01-02 03:09:05  mlx5_0  daemon       revert  unknown   -",
                            "    takes back change 12; Not confirmed in time; No answer within 5 s.",
                            "12  2026-01-02 03:04:05  mlx5_0  olga (http)  apply   verified  (2) time_base 4 ->"
                                    + " 8, ...",
                            "    change 4711; reverted: revert 13; by roceguard-cli (uid=1000; user=bob)");
            JsonObject asked = FakeNics.called(daemon);
            assertThat(asked.text("mbean")).contains("io.roceguard:type=Daemon");
            assertThat(asked.text("operation")).contains("history");
            assertThat(asked.texts("arguments")).containsExactly("", "20");
        }
    }

    @Test
    void jsonIsAnObjectAChange() {
        try (FakeDaemon daemon = remembering(List.of(reverted(), applied()))) {
            CliRun run = CliRun.of("history", "mlx5_0", "--limit=2", "--json", "--url", daemon.url());

            List<JsonObject> changes =
                    JsonObject.of(Map.of("list", run.document())).objects("list");
            assertThat(changes).hasSize(2);
            assertThat(changes.get(0).members()).containsEntry("undoes", 12).containsEntry("duration_ms", null);
            assertThat(changes.get(1).members())
                    .containsEntry("change", 12)
                    .containsEntry("begun", "2026-01-02T03:04:05.123Z")
                    .containsEntry("begun_epoch_ms", 1_767_323_045_123L)
                    .containsEntry("duration_ms", 40)
                    .containsEntry("caller", "olga")
                    .containsEntry("channel", "http")
                    .containsEntry("client", "roceguard-cli (uid=1000; user=bob)")
                    .containsEntry("changed", List.of("time_base 4 -> 8", "time_unit 0 -> 1"))
                    .containsEntry("request_id", "r-1")
                    .containsEntry("confirmation", "reverted: revert 13");
            assertThat(FakeNics.called(daemon).texts("arguments")).containsExactly("mlx5_0", "2");
        }
    }

    @Test
    void longNamesStayWithinTheLine() {
        Map<String, Object> change = new LinkedHashMap<>(applied());
        change.put("change", Long.MAX_VALUE);
        change.put("nic", "a-name-that-a-udev-rule-made-very-long");
        change.put("caller", "somebody-with-a-long-name@example.com");
        change.put("changed", List.of("adp_retx_profile_max_range_num_and_more 4000000 -> 8000000"));
        try (FakeDaemon daemon = remembering(List.of(change))) {
            CliRun run = CliRun.of("history", "--url", daemon.url());

            assertThat(run.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
            assertThat(run.lines().get(1)).endsWith("..");
        }
    }

    @Test
    void historyOfANicThatIsGoneIsShownAndAnUnknownNameIsNone() {
        try (FakeDaemon daemon = FakeNics.executing(request ->
                FakeDaemon.value(request.texts("arguments").contains("mlx5_9") ? List.of(applied()) : List.of()))) {
            assertThat(CliRun.of("history", "mlx5_9", "--url", daemon.url()).exitCode())
                    .isZero();
            assertThat(CliRun.of("history", "mlx5_0", "--url", daemon.url()).out())
                    .isEqualTo("No change of mlx5_0 is on record.\n");
            assertThat(CliRun.of("history", "--json", "--url", daemon.url()).document())
                    .isEqualTo(List.of());
            CliRun unknown = CliRun.of("history", "mlx5_00", "--url", daemon.url());
            assertThat(unknown.exitCode()).isEqualTo(2);
            assertThat(unknown.err()).contains("Did you mean mlx5_0?");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10001", "-1", "x"})
    void limitIsInItsRange(String limit) {
        CliRun run = CliRun.of("history", "--limit=" + limit);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--limit");
    }

    @ParameterizedTest
    @CsvSource({"403, 1", "404, 3", "500, 1"})
    void failureOfTheDaemonHasItsExitCode(int status, int exitCode) {
        try (FakeDaemon daemon = FakeNics.executing(
                request -> FakeDaemon.failure(status, "java.lang.IllegalStateException", "not now"))) {
            CliRun run = CliRun.of("history", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(exitCode);
            assertThat(run.err()).contains("not now");
        }
        assertThat(CliRun.of("history", "--url", "http://127.0.0.1:1").exitCode())
                .isEqualTo(3);
    }

    private static FakeDaemon remembering(List<Map<String, Object>> changes) {
        return FakeNics.executing(request -> FakeDaemon.value(changes));
    }

    private static Map<String, Object> applied() {
        Map<String, Object> change = new LinkedHashMap<>(Collections.singletonMap("undoes", null));
        change.put("change", 12);
        change.put("begun", "2026-01-02T03:04:05.123Z");
        change.put("begunMillis", 1_767_323_045_123L);
        change.put("durationMillis", 40);
        change.put("nic", "mlx5_0");
        change.put("kind", "apply");
        change.put("outcome", "verified");
        change.put("caller", "olga");
        change.put("channel", "http");
        change.put("client", "roceguard-cli (uid=1000; user=bob)");
        change.put("reason", "change 4711");
        change.put("changed", List.of("time_base 4 -> 8", "time_unit 0 -> 1"));
        change.put("request", "r-1");
        change.put("message", "Verified on mlx5_0.");
        change.put("confirmation", "reverted: revert 13");
        return change;
    }

    private static Map<String, Object> reverted() {
        Map<String, Object> change = new LinkedHashMap<>(applied());
        change.put("change", 13);
        change.put("begun", "2026-01-02T03:09:05Z");
        change.put("kind", "revert");
        change.put("undoes", 12);
        change.put("outcome", "unknown");
        change.put("caller", "daemon");
        change.put("channel", "daemon");
        change.put("client", "");
        change.put("reason", "Not confirmed in time");
        change.put("changed", List.of());
        change.put("message", "No answer within 5 s.");
        change.put("confirmation", "");
        change.put("durationMillis", null);
        return change;
    }
}
