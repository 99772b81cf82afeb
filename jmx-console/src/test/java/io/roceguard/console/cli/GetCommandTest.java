// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.console.client.FakeDaemon;
import io.roceguard.console.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GetCommandTest {

    @Test
    void givenFieldsComeInOneRequestWithTheirUnits() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun run = CliRun.of("get", "mlx5_0", "TIME_BASE", "adp_retx_base_timeout_min", "--url", daemon.url());

            assertThat(run.exitCode()).isZero();
            assertThat(run.err()).isEmpty();
            assertThat(run.lines())
                    .containsExactly("time_base                  4 us", "adp_retx_base_timeout_min  4000 ns  4 us");
            assertThat(daemon.asked()).hasSize(1);
            assertThat(daemon.asked().get(0).requests().get(0).texts("attribute"))
                    .startsWith("time_base", "adp_retx_base_timeout_min");
        }
    }

    @Test
    void jsonHasExactlyTheGivenFields() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun run = CliRun.of("get", "mlx5_0", "time_base", "--json", "--url", daemon.url());

            assertThat(run.object().text("nic")).contains("mlx5_0");
            assertThat(run.object().get("fields")).isEqualTo(Map.of("time_base", 4));
            assertThat(run.object().texts("words")).hasSize(16).startsWith("0x1800065f");
            assertThat(run.object().get("age_ms")).isEqualTo(800);
        }
    }

    @Test
    void withoutFieldsTheWholeRegisterIsShown() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun text = CliRun.of("get", "mlx5_0", "--url", daemon.url());
            CliRun json = CliRun.of("get", "mlx5_0", "--json", "--url", daemon.url());

            assertThat(text.out()).startsWith("ROCE_ACCL of mlx5_0").contains("Settings", "Capabilities", "Profile");
            assertThat(JsonObject.of(json.object().get("fields")).members())
                    .hasSize(60)
                    .containsEntry("time_base", 4);
        }
    }

    @Test
    void oldReadingIsShownAndCalledOld() {
        try (FakeDaemon daemon =
                FakeDaemon.answering(request -> request.text("mbean").orElse("").contains("RoceAccl")
                        ? FakeDaemon.value(FakeNics.register("No answer within 5 s.", 300_000))
                        : FakeNics.answer(request))) {
            CliRun run = CliRun.of("get", "mlx5_0", "time_base", "--url", daemon.url());

            assertThat(run.exitCode()).isZero();
            assertThat(run.err()).contains("5 min old: No answer within 5 s.");
        }
    }

    @Test
    void mistypedFieldIsFoundBeforeAnythingIsAsked() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun run = CliRun.of("get", "mlx5_0", "time_bse", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("Did you mean time_base?");
            assertThat(daemon.asked()).isEmpty();
        }
    }

    @Test
    void mistypedNicGetsTheNearestName() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun run = CliRun.of("get", "mlx5_1", "--json", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.object().text("error").orElseThrow())
                    .isEqualTo("There is no NIC named mlx5_1. Did you mean mlx5_0? NICs: irdma0, mlx5_0, mlx5_10.");
        }
    }

    @Test
    void stuckNicIsUnreachableAndNicWithoutTheRegisterIsANo() {
        try (FakeDaemon daemon = FakeNics.daemon()) {
            CliRun stuck = CliRun.of("get", "mlx5_10", "--url", daemon.url());
            CliRun other = CliRun.of("get", "irdma0", "--url", daemon.url());

            assertThat(stuck.exitCode()).isEqualTo(3);
            assertThat(stuck.err()).contains("mlx5_10").contains("No answer within 5 s.");
            assertThat(other.exitCode()).isEqualTo(1);
            assertThat(other.err()).contains("The driver irdma has no ROCE_ACCL.");
        }
    }

    @Test
    void nicThatExistsWithoutARegisterMBeanIsANo() {
        try (FakeDaemon daemon =
                FakeDaemon.answering(request -> request.text("mbean").orElse("").contains("RoceAccl")
                        ? FakeDaemon.failure(404, "javax.management.InstanceNotFoundException", "gone")
                        : FakeNics.answer(request))) {
            CliRun run = CliRun.of("get", "irdma0", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("irdma0 has no register ROCE_ACCL");
        }
    }

    @Test
    void refusedReadIsANo() {
        try (FakeDaemon daemon =
                FakeDaemon.answering(request -> request.text("mbean").orElse("").contains("RoceAccl")
                        ? FakeDaemon.failure(403, "java.lang.Exception", "not for you")
                        : FakeNics.answer(request))) {
            CliRun run = CliRun.of("get", "mlx5_0", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("not for you");
        }
    }

    @Test
    void missingAttributesPointToAnotherVersion() {
        try (FakeDaemon daemon =
                FakeDaemon.answering(request -> request.text("mbean").orElse("").contains("RoceAccl")
                        ? FakeDaemon.failure(404, "javax.management.AttributeNotFoundException", "No such attribute: x")
                        : FakeNics.answer(request))) {
            CliRun run = CliRun.of("get", "mlx5_0", "--url", daemon.url());

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).contains("older than this command");
        }
    }

    @Test
    void attributeThatFailedIsNull() {
        Map<String, Object> register = Map.of(
                "time_base",
                FakeDaemon.failure(500, "java.lang.IllegalStateException", "boom"),
                "Status",
                "ok",
                "Words",
                FakeNics.WORDS,
                "UnknownBits",
                List.of("0x0.12"));
        try (FakeDaemon daemon =
                FakeDaemon.answering(request -> request.text("mbean").orElse("").contains("RoceAccl")
                        ? FakeDaemon.value(register)
                        : FakeNics.answer(request))) {
            CliRun run = CliRun.of("get", "mlx5_0", "time_base", "--json", "--url", daemon.url());

            assertThat(JsonObject.of(run.object().get("fields")).members()).containsEntry("time_base", null);
            assertThat(run.object().texts("unknown_bits")).containsExactly("0x0.12");
        }
    }
}
