// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.config.DesiredStateRule;
import io.roceguard.agent.config.DesiredStateRule.Mode;
import io.roceguard.agent.control.Drift.State;
import io.roceguard.agent.poll.SimulatedHost;
import io.roceguard.agent.store.ChangeKind;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.device.CommandStatus;
import io.roceguard.register.RegisterEdit;
import io.roceguard.sim.Fault;
import io.roceguard.sim.Operation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnforcementTest {

    @TempDir
    private Path directory;

    private ControlledHost controlled;

    private void start(Mode mode, String assignments, String... accepted) throws Exception {
        controlled = new ControlledHost(
                SimulatedHost.withDefaults(),
                directory,
                List.of(new DesiredStateRule(
                        Pattern.compile("mlx5_0"),
                        mode,
                        "desired_state[0]",
                        ControlledHost.parse(assignments),
                        Set.of(accepted))));
        controlled.host.start();
    }

    @AfterEach
    void stop() throws Exception {
        controlled.close();
    }

    private Drift drift() {
        return controlled.control.drift("mlx5_0").orElseThrow();
    }

    private void othersWrite(String assignments) throws Exception {
        controlled
                .host
                .nic("mlx5_0")
                .register()
                .set(RegisterEdit.of(controlled.read(), ControlledHost.parse(assignments))
                        .image());
        pass(Duration.ofSeconds(1));
    }

    private void pass(Duration time) {
        controlled.host.pass(time);
        controlled.host.poll();
        controlled.tick();
    }

    private List<ChangeRecord> enforced() {
        return controlled.history().stream()
                .filter(change -> change.intent().kind() == ChangeKind.ENFORCE)
                .toList();
    }

    @Test
    void aDriftIsReportedWithItsDifferenceAndCauseAndNothingIsSent() throws Exception {
        start(Mode.OBSERVE, "roce_adp_retrans_en=1,roce_slow_restart_en=1");
        pass(Duration.ofSeconds(1));
        assertThat(drift().state()).isEqualTo(State.AS_DESIRED);

        othersWrite("roce_adp_retrans_en=0");

        assertThat(drift().state()).isEqualTo(State.DRIFTED);
        assertThat(drift().differences()).containsExactly("roce_adp_retrans_en 0 -> 1");
        assertThat(drift().cause()).isEqualTo("somebody else");
        assertThat(drift().message())
                .isEqualTo("mlx5_0 is not as desired_state[0] wants it: roce_adp_retrans_en 0 -> 1 (somebody"
                        + " else). It is only observed.");
        assertThat(controlled.history()).isEmpty();
    }

    @Test
    void aNicThatNoRuleMatchesHasNoDesiredState() throws Exception {
        start(Mode.ENFORCE, "roce_tx_window_en=1");

        assertThat(controlled.control.drift("mlx5_1")).isEmpty();
    }

    @Test
    void anEnforcedStateIsSetAtOnceAndByTheDaemon() throws Exception {
        start(Mode.ENFORCE, "roce_tx_window_en=1");

        pass(Duration.ofSeconds(1));

        assertThat(controlled.read().get("roce_tx_window_en")).isEqualTo(1);
        assertThat(enforced()).hasSize(1);
        assertThat(controlled.last().intent().caller()).isEqualTo("roceguard");
        assertThat(controlled.last().intent().reason()).startsWith("desired_state[0]");
        assertThat(drift().state()).isEqualTo(State.AS_DESIRED);
    }

    @Test
    void aResetOfTheFirmwareIsToldAndSetAgain() throws Exception {
        start(Mode.ENFORCE, ControlledHost.DOCUMENT_LINE, "W_STORM");
        pass(Duration.ofSeconds(1));
        assertThat(controlled.read().get("adp_retx_profile_id")).isEqualTo(1);

        controlled.host.nic("mlx5_0").firmware().fwreset();
        controlled.host.poll();
        assertThat(drift().cause()).isEqualTo("reset of the firmware");
        pass(Duration.ofSeconds(11));

        assertThat(controlled.read().get("adp_retx_profile_id")).isEqualTo(1);
        assertThat(enforced()).hasSize(2);
        assertThat(enforced().get(1).intent().reason()).contains("reset of the firmware");
    }

    @Test
    void twoWritersAreToldAfterThreeRoundsAndLeftAlone() throws Exception {
        start(Mode.ENFORCE, "roce_tx_window_en=1");
        pass(Duration.ofSeconds(1));
        for (int pause : new int[] {11, 21, 41, 81, 161}) {
            othersWrite("roce_tx_window_en=0");
            pass(Duration.ofSeconds(pause));
        }

        assertThat(enforced()).hasSize(Enforcement.ROUNDS);
        assertThat(drift().state()).isEqualTo(State.CONTENDED);
        assertThat(drift().message()).contains("somebody else writes this register too");
        assertThat(controlled.read().get("roce_tx_window_en")).isZero();
    }

    @Test
    void itIsNotSetAgainBeforeThePauseIsOver() throws Exception {
        start(Mode.ENFORCE, "roce_tx_window_en=1");
        pass(Duration.ofSeconds(1));
        othersWrite("roce_tx_window_en=0");
        pass(Duration.ofSeconds(2));
        assertThat(enforced()).hasSize(1);

        pass(Duration.ofSeconds(10));
        assertThat(enforced()).hasSize(2);
    }

    @Test
    void anHourOfPeaceForgetsTheRounds() throws Exception {
        start(Mode.ENFORCE, "roce_tx_window_en=1");
        for (int day = 0; day < 5; day++) {
            pass(Duration.ofSeconds(1));
            othersWrite("roce_tx_window_en=0");
            pass(Duration.ofMinutes(2));
            pass(Duration.ofMinutes(61));
        }

        assertThat(drift().state()).isEqualTo(State.AS_DESIRED);
        assertThat(controlled.read().get("roce_tx_window_en")).isEqualTo(1);
    }

    @Test
    void warningsNobodyAcceptedKeepAProfileFromBeingEnforced() throws Exception {
        start(Mode.ENFORCE, ControlledHost.DOCUMENT_LINE);

        pass(Duration.ofSeconds(1));
        pass(Duration.ofSeconds(1));

        assertThat(controlled.history()).isEmpty();
        assertThat(drift().state()).isEqualTo(State.IMPOSSIBLE);
        assertThat(drift().message()).contains("accept in desired_state[0] W_STORM");
    }

    @Test
    void aFieldThatTheDeviceDoesNotTakeIsToldOnce() throws Exception {
        start(Mode.ENFORCE, "cc_per_plane_en=1");

        pass(Duration.ofSeconds(1));
        pass(Duration.ofSeconds(1));

        assertThat(drift().state()).isEqualTo(State.IMPOSSIBLE);
        assertThat(drift().message()).contains("cc_per_plane_en_field_select reads 0");
    }

    @Test
    void aRefusalIsTriedAgainAfterAPause() throws Exception {
        start(Mode.ENFORCE, "roce_tx_window_en=1");
        controlled
                .host
                .nic("mlx5_0")
                .faults()
                .failNext(1, new Fault.Refused(CommandStatus.BAD_RES_STATE, 0), Operation.SET_REGISTER);
        pass(Duration.ofSeconds(1));
        pass(Duration.ofSeconds(1));
        assertThat(enforced()).hasSize(1);

        pass(Duration.ofSeconds(11));

        assertThat(controlled.read().get("roce_tx_window_en")).isEqualTo(1);
    }

    @Test
    void aChangeAgainstAnEnforcedStateIsRefused() throws Exception {
        start(Mode.ENFORCE, "roce_tx_window_en=1");
        pass(Duration.ofSeconds(1));

        assertThatThrownBy(() -> controlled.apply("roce_tx_window_en=0"))
                .isInstanceOf(ChangeRefusedException.class)
                .hasMessageContaining(
                        "desired_state[0] of the configuration enforces other values than" + " roce_tx_window_en=0");
        assertThat(controlled.apply("roce_slow_restart_en=0").verified()).isTrue();
    }
}
