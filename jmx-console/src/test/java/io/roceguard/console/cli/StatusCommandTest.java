// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.console.client.FakeDaemon;
import io.roceguard.console.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatusCommandTest {

    @Test
    void textNamesTheDaemonItsNicsAndWhatNeedsAttention() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun run = CliRun.of("status", "--url", daemon.url());

            assertThat(run.exitCode()).isZero();
            assertThat(run.err()).isEmpty();
            assertThat(run.lines())
                    .containsExactly(
                            "RoceGuard 0.1.0 at " + daemon.url() + " simulates 3 NICs, up 3 min.",
                            "",
                            "NIC      STATE        ADP          PROFILE  FIRMWARE    PORTS   AGE",
                            "irdma0   ok           unsupported  -        28.46.1006  0/1 up  0 s",
                            "mlx5_0   ok           profile      1        28.46.1006  1/2 up  0 s",
                            "mlx5_10  unreachable  unknown      -        28.46.1006  1/1 up  0 s",
                            "",
                            "irdma0: counters: EINVAL on 3 files.",
                            "mlx5_0: 3 QPs in ERR, of trainer (pid 41000).",
                            "mlx5_10: unreachable (call pending 42 s).");
            assertThat(daemon.asked()).hasSize(1);
        }
    }

    @Test
    void whatHappenedToTheStateFileIsSaidFirst() {
        Map<String, Object> about =
                Map.of("Version", "0.1.0", "Mode", "sysfs", "ScanStatus", "ok", "StoreStatus", "It was moved.");
        try (FakeDaemon daemon = FakeDaemon.answering(
                request -> request.text("mbean").orElseThrow().equals("io.roceguard:type=Daemon")
                        ? FakeDaemon.value(about)
                        : FakeNics.answer(request))) {
            CliRun run = CliRun.of("status", "--url", daemon.url());

            assertThat(run.lines().get(1)).isEqualTo("It was moved.");
            assertThat(run.lines()).doesNotContain("ok");
        }
    }

    @Test
    void jsonIsAFlatObjectANic() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun run = CliRun.of("status", "--json", "--url", daemon.url());

            List<JsonObject> nics =
                    JsonObject.of(Map.of("nics", run.document())).objects("nics");
            assertThat(nics).extracting(nic -> nic.get("nic")).containsExactly("irdma0", "mlx5_0", "mlx5_10");
            assertThat(nics.get(1).members())
                    .containsEntry("pci_address", "0000:1a:00.0")
                    .containsEntry("node_guid", "0c42:a103:0065:1b2a")
                    .containsEntry("driver", "mlx5_core")
                    .containsEntry("board_id", null)
                    .containsEntry("state", "ok")
                    .containsEntry("state_since_epoch_ms", 1_796_000_000_000L)
                    .containsEntry("adp_mode", "profile")
                    .containsEntry("active_profile_id", 1)
                    .containsEntry("register_access", "simulation")
                    .containsEntry("ports_active", 1)
                    .containsEntry("ports_total", 2)
                    .containsEntry("ports_unknown", 0)
                    .containsEntry("queue_pairs", 6)
                    .containsEntry("queue_pairs_in_error", 3)
                    .containsEntry("poll_age_ms", 900);
        }
    }

    @Test
    void changeThatWaitsAndDriftNeedAttention() {
        try (FakeDaemon daemon =
                FakeDaemon.answering(request -> request.text("mbean").orElse("").contains("AdpProfile")
                        ? FakeDaemon.value(profiles())
                        : FakeNics.answer(request))) {
            CliRun text = CliRun.of("status", "--url", daemon.url());
            CliRun json = CliRun.of("status", "--json", "--url", daemon.url());

            assertThat(text.lines())
                    .contains(
                            "mlx5_0: change 12 of olga via http is taken back in 4 min, or earlier by its guard (ratio),"
                                    + " unless you run: roceguard confirm mlx5_0",
                            "mlx5_0: desired state (desired_state[0], profile flap-1s) drifted: It differs in 1 value.",
                            "mlx5_10: change 13 is taken back: reverting");
            List<JsonObject> nics =
                    JsonObject.of(Map.of("nics", json.document())).objects("nics");
            assertThat(nics.get(0).members())
                    .containsEntry("confirmation", null)
                    .containsEntry("desired_state", null);
            assertThat(JsonObject.of(nics.get(1).get("confirmation")).members())
                    .containsEntry("change", 12)
                    .containsEntry("until", "2026-01-02T03:04:05Z")
                    .containsEntry("remaining_ms", 250_000);
            assertThat(JsonObject.of(nics.get(1).get("desired_state")).members())
                    .containsEntry("state", "drifted")
                    .containsEntry("drift", List.of("time_base 4 -> 8"));
            assertThat(JsonObject.of(nics.get(2).get("desired_state")).members())
                    .containsEntry("state", "as_desired");
        }
    }

    private static Map<String, Object> profiles() {
        Map<String, Object> waiting = Map.of(
                "change", 12,
                "until", "2026-01-02T03:04:05Z",
                "remainingMillis", 250_000,
                "guard", "ratio",
                "state", "waiting",
                "caller", "olga via http",
                "reason", "",
                "undo", "time_base 8 -> 4");
        Map<String, Object> drifted = Map.of(
                "mode", "observe",
                "source", "desired_state[0], profile flap-1s",
                "state", "drifted",
                "message", "It differs in 1 value.",
                "drift", List.of("time_base 4 -> 8"),
                "cause", "",
                "rounds", 0);
        return Map.of(
                "io.roceguard:nic=mlx5_0,type=AdpProfile",
                Map.of("Nic", "mlx5_0", "Confirmation", waiting, "DesiredState", drifted),
                "io.roceguard:nic=mlx5_10,type=AdpProfile",
                Map.of(
                        "Nic",
                        "mlx5_10",
                        "Confirmation",
                        Map.of("change", 13, "state", "reverting"),
                        "DesiredState",
                        Map.of("state", "as_desired")));
    }

    @Test
    void ofManyOwnersTheFirstTwoAreNamed() {
        List<Object> owners = List.of(
                FakeNics.owner(41000, "trainer", 2, 2),
                FakeNics.owner(null, null, 1, 1),
                FakeNics.owner(41002, "third", 1, 1),
                FakeNics.owner(41003, "well", 9, 0));
        Map<String, Object> pairs = Map.of("Nic", "mlx5_0", "Status", "ok", "InErrorCount", 4, "Processes", owners);
        try (FakeDaemon daemon =
                FakeDaemon.answering(request -> request.text("mbean").orElse("").contains("QueuePairs")
                        ? FakeDaemon.value(Map.of("q", pairs))
                        : FakeNics.answer(request))) {
            assertThat(CliRun.of("status", "--url", daemon.url()).out())
                    .contains("mlx5_0: 4 QPs in ERR, of trainer (pid 41000), an owner that the daemon cannot see"
                            + " and 1 more.");
        }
    }

    @Test
    void aDaemonWithoutQueuePairsIsShownAsBefore() {
        try (FakeDaemon daemon =
                FakeDaemon.answering(request -> request.text("mbean").orElse("").contains("QueuePairs")
                        ? FakeDaemon.failure(404, "javax.management.InstanceNotFoundException", "none")
                        : FakeNics.answer(request))) {
            CliRun run = CliRun.of("status", "--json", "--url", daemon.url());

            assertThat(JsonObject.of(Map.of("nics", run.document()))
                            .objects("nics")
                            .get(1)
                            .members())
                    .containsEntry("queue_pairs", null);
            assertThat(CliRun.of("status", "--url", daemon.url()).out()).doesNotContain("ERR");
        }
    }

    @Test
    void portsWhoseStateIsNotToldAreNeitherUpNorDown() {
        Map<String, Object> dark = Map.of("Name", "dark", "State", "ok", "Ports", List.of(Map.of("number", 1)));
        Map<String, Object> half = Map.of(
                "Name",
                "half",
                "State",
                "ok",
                "Ports",
                List.of(Map.of("number", 1), Map.of("number", 2, "state", "DOWN")));
        try (FakeDaemon daemon = daemonWith(Map.of("a", dark, "b", half))) {
            CliRun run = CliRun.of("status", "--url", daemon.url());

            assertThat(run.lines().get(3)).contains(" ?/1 up");
            assertThat(run.lines().get(4)).contains(" 0/2 up, 1 ?");
            assertThat(run.out()).doesNotContain("no port is active");
        }
    }

    @Test
    void sentencesThatAreJoinedKeepOnePeriod() {
        Map<String, Object> nic = Map.of(
                "Name",
                "mlx5_0",
                "State",
                "ok",
                "Health",
                List.of(
                        Map.of("part", "register", "ok", false, "state", "It cannot be read."),
                        Map.of("part", "queue pairs", "ok", false, "state", "They cannot be listed.")));
        try (FakeDaemon daemon = daemonWith(Map.of("n", nic))) {
            assertThat(CliRun.of("status", "--url", daemon.url()).lines())
                    .contains("mlx5_0: register: It cannot be read; queue pairs: They cannot be listed.");
        }
    }

    @Test
    void longNamesAndStatesStayWithinTheLine() {
        Map<String, Object> nic = Map.of(
                "Name", "a-name-that-a-udev-rule-made-very-long",
                "State", "Reading the counters failed with EIO in a way that takes long to explain.",
                "AdpMode", "unsupported-and-more",
                "Firmware", "28.46.1006.and.some.more.text",
                "ActiveProfileId", 1,
                "PollAgeMillis", 999_999_999L);
        try (FakeDaemon daemon = daemonWith(Map.of("n", nic))) {
            CliRun run = CliRun.of("status", "--url", daemon.url());

            assertThat(run.lines().subList(2, 4))
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
            assertThat(run.out()).contains("Reading the counters failed with EIO in a way that takes long to explain.");
        }
    }

    @Test
    void escapeSequencesFromTheDaemonAreDisarmed() {
        Map<String, Object> nic = Map.of("Name", "mlx5_0\u001b[2J", "State", "bad\u001b]0;title\u0007");
        try (FakeDaemon daemon = daemonWith(Map.of("n", nic))) {
            assertThat(CliRun.of("status", "--url", daemon.url()).out()).doesNotContain("\u001b", "\u0007");
        }
    }

    @Test
    void patternWithoutAMatchMeansNoNics() {
        try (FakeDaemon daemon =
                FakeDaemon.answering(request -> request.text("mbean").orElse("").endsWith("Daemon")
                        ? FakeDaemon.value(Map.of("Version", "0.1.0", "Mode", "sysfs"))
                        : FakeDaemon.failure(404, "javax.management.InstanceNotFoundException", "none"))) {
            CliRun text = CliRun.of("status", "--url", daemon.url());
            CliRun json = CliRun.of("status", "--json", "--url", daemon.url());

            assertThat(text.out()).contains("watches 0 NICs").contains("roceguard run --sim");
            assertThat(json.document()).isEqualTo(List.of());
        }
    }

    @Test
    void anotherJolokiaAgentIsNoRoceGuardDaemon() {
        try (FakeDaemon daemon = FakeDaemon.answering(
                request -> FakeDaemon.failure(404, "javax.management.InstanceNotFoundException", "no such bean"))) {
            CliRun run = CliRun.of("status", "--json", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.object().text("error").orElseThrow()).contains("no RoceGuard daemon");
        }
    }

    @Test
    void devicesShowIdentityAndPorts() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun text = CliRun.of("devices", "--url", daemon.url());
            CliRun json = CliRun.of("devices", "--json", "--url", daemon.url());

            assertThat(text.exitCode()).isZero();
            assertThat(text.lines())
                    .contains("mlx5_0", "  node GUID    0c42:a103:0065:1b2a", "  board        MT4129 -")
                    .containsSubsequence("  register     simulation", "  There is no fwctl device for it.")
                    .contains(
                            "  port 1  ACTIVE/LinkUp  ETHERNET  100 Gb/sec (2X HDR)  eth1  45 counters, 3 unavailable",
                            "  port 2  DOWN/LinkUp    ETHERNET  100 Gb/sec (2X HDR)  eth2  no counters: not read yet");
            List<JsonObject> devices =
                    JsonObject.of(Map.of("nics", json.document())).objects("nics");
            assertThat(devices.get(1).text("nic")).contains("mlx5_0");
            assertThat(devices.get(0).members())
                    .containsEntry("register_access", "simulation")
                    .containsEntry("register_access_reason", "There is no fwctl device for it.");
            assertThat(devices.get(1).objects("ports")).hasSize(2);
            assertThat(devices.get(1).objects("ports").get(1).members())
                    .containsEntry("port", 2)
                    .containsEntry("state", "DOWN")
                    .containsEntry("netdevs", List.of("eth2"))
                    .containsEntry("counters", 0)
                    .containsEntry("counters_hidden", "not read yet");
            assertThat(daemon.asked()).hasSize(2);
        }
    }

    private static FakeDaemon daemonWith(Map<String, Object> nics) {
        return FakeDaemon.answering(request -> FakeDaemon.value(
                request.text("mbean").orElse("").endsWith("Daemon") ? Map.of("Version", "0.1.0") : nics));
    }
}
