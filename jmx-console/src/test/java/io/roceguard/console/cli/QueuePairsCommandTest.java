// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.console.client.FakeDaemon;
import io.roceguard.console.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueuePairsCommandTest {

    @Test
    void textCountsAndShowsThoseInErrorFirst() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun run = CliRun.of("qps", "--url", daemon.url());

            assertThat(run.exitCode()).isZero();
            assertThat(run.err()).isEmpty();
            assertThat(run.lines())
                    .containsExactly(
                            "irdma0: This kernel does not show them.",
                            "",
                            "mlx5_0: 6 QPs (3 ERR, 3 RTS), listed 12 s ago by netlink.",
                            "  IN ERROR  PORT  TYPE  PEER  PID    COMMAND",
                            "  256       1     RC    2304  41000  trainer",
                            "  257       1     RC    2305  41000  trainer",
                            "  258       1     RC    2306  41000  trainer",
                            "  PID    COMMAND           QPS  IN ERROR",
                            "  41000  trainer           3    3",
                            "  -      ib_core (kernel)  2    0",
                            "  41001  storage-target    1    0",
                            "",
                            "mlx5_10: The queue pairs have not been listed yet.");
            assertThat(daemon.asked()).hasSize(1);
        }
    }

    @Test
    void oneNicIsShownAlone() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun run = CliRun.of("qps", "mlx5_0", "--url", daemon.url());

            assertThat(run.lines().get(0)).startsWith("mlx5_0: 6 QPs");
            assertThat(run.out()).doesNotContain("irdma0", "mlx5_10");
        }
    }

    @Test
    void jsonIsAFlatObjectAQueuePair() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun run = CliRun.of("qps", "mlx5_0", "--json", "--url", daemon.url());

            List<JsonObject> pairs =
                    JsonObject.of(Map.of("list", run.document())).objects("list");
            assertThat(pairs).hasSize(2);
            assertThat(pairs.get(0).members())
                    .isEqualTo(Map.of(
                            "nic",
                            "mlx5_0",
                            "number",
                            256,
                            "port",
                            1,
                            "type",
                            "RC",
                            "state",
                            "ERR",
                            "remote_number",
                            2304,
                            "pid",
                            41000,
                            "command",
                            "trainer"));
            assertThat(run.err()).contains("Of the 6 queue pairs of mlx5_0 these are 2.");
        }
    }

    @Test
    void jsonOfAllNicsSaysBesideItWhichAreNotKnown() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun run = CliRun.of("qps", "--json", "--url", daemon.url());

            assertThat(run.exitCode()).isZero();
            assertThat(JsonObject.of(Map.of("list", run.document())).objects("list"))
                    .hasSize(2);
            assertThat(run.err())
                    .contains("The queue pairs of irdma0 are not known: This kernel does not show them.")
                    .contains("mlx5_10");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--json"})
    void whereNoNicTellsTheExitCodeSaysSo(String form) {
        String[] words = form.isEmpty() ? new String[] {"qps", "--url"} : new String[] {"qps", form, "--url"};
        String[] command = Arrays.copyOf(words, words.length + 1);
        try (FakeDaemon none = FakeNics.withoutQueuePairs("ok");
                FakeDaemon stuck = FakeNics.withoutQueuePairs("unreachable (call pending 42 s)")) {
            command[words.length] = none.url();
            assertThat(CliRun.of(command).exitCode()).isEqualTo(1);
            command[words.length] = stuck.url();
            assertThat(CliRun.of(command).exitCode()).isEqualTo(3);
        }
    }

    @Test
    void nicThatDoesNotTellIsANoAndAStuckOneUnreachable() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun other = CliRun.of("qps", "irdma0", "--url", daemon.url());
            CliRun stuck = CliRun.of("qps", "mlx5_10", "--url", daemon.url());

            assertThat(other.exitCode()).isEqualTo(1);
            assertThat(other.err()).contains("This kernel does not show them.");
            assertThat(stuck.exitCode()).isEqualTo(3);
        }
    }

    @Test
    void mistypedNicGetsTheNearestName() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun list = CliRun.of("qps", "mlx5_1", "--url", daemon.url());
            CliRun timing = CliRun.of("qps", "mlx5_1", "--timing", "256", "--url", daemon.url());

            assertThat(list.exitCode()).isEqualTo(2);
            assertThat(list.err()).contains("Did you mean mlx5_0?");
            assertThat(timing.exitCode()).isEqualTo(2);
            assertThat(timing.err()).contains("Did you mean mlx5_0?");
        }
    }

    @Test
    void timingIsShownWithItsTime() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun text = CliRun.of("qps", "mlx5_0", "--timing", "256", "--url", daemon.url());
            CliRun json = CliRun.of("qps", "mlx5_0", "--timing", "256", "--json", "--url", daemon.url());

            assertThat(text.exitCode()).isZero();
            assertThat(text.lines())
                    .containsExactly(
                            "QP 256 of mlx5_0, connected to QP 2304",
                            "  ack_timeout  20 = 4.295 s",
                            "  retry_cnt    7, 0 left",
                            "  rnr_retry    7 = no limit");
            assertThat(json.object().members())
                    .isEqualTo(Map.of(
                            "nic",
                            "mlx5_0",
                            "number",
                            256,
                            "remote_number",
                            2304,
                            "ack_timeout",
                            20,
                            "ack_timeout_ns",
                            4_294_967_296L,
                            "retry_cnt",
                            7,
                            "retries_left",
                            0,
                            "rnr_retry",
                            7));
        }
    }

    @Test
    void noAckTimeoutIsSaidSo() {
        QueuePairTimingText timing =
                new QueuePairTimingText("mlx5_0", JsonObject.of(Map.of("number", 1, "ackTimeout", 0, "rnrRetry", 3)));

        assertThat(timing.lines(text -> text)).contains("  ack_timeout  0 = no timeout", "  rnr_retry    3");
    }

    @Test
    void refusedTimingIsANoAndAStuckNicUnreachable() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun refused = CliRun.of("qps", "mlx5_0", "--timing", "999", "--url", daemon.url());
            CliRun stuck = CliRun.of("qps", "mlx5_10", "--timing", "1", "--url", daemon.url());

            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.err()).contains("refused with BAD_RES");
            assertThat(stuck.exitCode()).isEqualTo(3);
            assertThat(stuck.err()).contains("no answer within 5 s");
        }
    }

    @Test
    void viewerMayNotAskTheHardware() {
        try (FakeDaemon daemon =
                FakeDaemon.answering(request -> request.text("type").orElse("").equals("exec")
                        ? FakeDaemon.failure(403, "java.lang.SecurityException", "it needs the role operator")
                        : FakeNics.answer(request))) {
            CliRun run = CliRun.of("qps", "mlx5_0", "--timing", "256", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("query queue pair 256 of mlx5_0", "needs the role operator");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "16777216", "many"})
    void timingTakesAQueuePairNumber(String number) {
        CliRun run = CliRun.of("qps", "mlx5_0", "--timing=" + number);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--timing");
    }

    @Test
    void timingNeedsANic() {
        CliRun run = CliRun.of("qps", "--timing", "256");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--timing needs the NIC");
    }

    @Test
    void longTablesAreCutWithTheirTotal() {
        List<Object> owners = new ArrayList<>();
        for (int pid = 0; pid < 60; pid++) {
            owners.add(FakeNics.owner(pid, "worker\u001b[2J", 1, 0));
        }
        Map<String, Object> pairs =
                Map.of("Nic", "mlx5_0", "Status", "ok", "Count", 60, "ProcessCount", 1500, "Processes", owners);
        try (FakeDaemon daemon =
                FakeDaemon.answering(request -> request.text("mbean").orElse("").contains("QueuePairs")
                        ? FakeDaemon.value(Map.of("q", pairs))
                        : FakeNics.answer(request))) {
            CliRun run = CliRun.of("qps", "mlx5_0", "--url", daemon.url());

            assertThat(run.lines()).hasSize(1 + 1 + 50 + 1).endsWith("  and 1450 more; see --json");
            assertThat(run.out()).doesNotContain("\u001b");
        }
    }

    @Test
    void daemonThatHasNoSuchMBeanMayBeOlder() {
        try (FakeDaemon daemon =
                FakeDaemon.answering(request -> request.text("mbean").orElse("").contains("QueuePairs")
                        ? FakeDaemon.failure(404, "javax.management.InstanceNotFoundException", "none")
                        : FakeNics.answer(request))) {
            CliRun run = CliRun.of("qps", "mlx5_0", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("older than this command");
        }
    }
}
