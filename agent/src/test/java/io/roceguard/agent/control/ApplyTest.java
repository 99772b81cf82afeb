// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.store.ChangeOutcome;
import io.roceguard.device.CommandStatus;
import io.roceguard.device.NicException;
import io.roceguard.register.RegisterEdit;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import io.roceguard.sim.Fault;
import io.roceguard.sim.Operation;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What keeps a change from being made, and what a change that is asked for twice does. */
class ApplyTest {

    @TempDir
    private Path directory;

    private ControlledHost controlled;

    @BeforeEach
    void start() throws Exception {
        controlled = ControlledHost.withDefaults(directory);
    }

    @AfterEach
    void stop() throws Exception {
        controlled.close();
    }

    private ChangeResult apply(String assignments, String accept, String request) throws NicException {
        return controlled.control.apply(
                "mlx5_0",
                ChangeRequest.of(
                        ControlledHost.parse(assignments), ControlledHost.ALICE, "", accept, "", "", "", request));
    }

    @Test
    void anErrorOfTheProfileIsRefusedWhateverIsAccepted() throws Exception {
        RegisterImage before = controlled.read();

        assertThatThrownBy(() -> apply(
                        ControlledHost.DOCUMENT_LINE.replace("time_base=4", "time_base=5"),
                        "W_STORM,E_TIME_BASE_POW2",
                        ""))
                .isInstanceOf(ChangeRefusedException.class)
                .hasMessageContaining("E_TIME_BASE_POW2")
                .hasMessageContaining("Nothing was sent");

        assertThat(controlled.read()).isEqualTo(before);
        assertThat(controlled.history()).isEmpty();
    }

    @Test
    void aWarningMustBeAcceptedByItsCode() throws Exception {
        assertThatThrownBy(() -> apply(ControlledHost.DOCUMENT_LINE, "", ""))
                .isInstanceOf(ChangeRefusedException.class)
                .hasMessageContaining("W_STORM")
                .hasMessageContaining("--accept W_STORM")
                .hasMessageContaining("Nothing was sent");
        assertThatThrownBy(() -> apply(ControlledHost.DOCUMENT_LINE, "W_INIT_FIXED", ""))
                .isInstanceOf(ChangeRefusedException.class);

        assertThat(apply(ControlledHost.DOCUMENT_LINE, "W_STORM", "").verified())
                .isTrue();
    }

    @Test
    void switchingAProfileOnIsJudgedAsWritingIt() throws Exception {
        apply(ControlledHost.DOCUMENT_LINE, "W_STORM", "");
        apply("roce_adp_retrans_en=0", "", "");

        assertThatThrownBy(() -> apply("roce_adp_retrans_en=1", "", "")).hasMessageContaining("W_STORM");
    }

    @Test
    void theSameRequestIsMadeOnce() throws Exception {
        ChangeResult first = apply("roce_tx_window_en=1", "", "4711");
        apply("roce_tx_window_en=0", "", "");

        ChangeResult again = apply("roce_tx_window_en=1", "", "4711");

        assertThat(first.repeated()).isFalse();
        assertThat(again.repeated()).isTrue();
        assertThat(again.record().id()).isEqualTo(first.record().id());
        assertThat(again.message()).contains("made before, as change 1; nothing was sent now");
        assertThat(controlled.read().get("roce_tx_window_en")).isZero();
        assertThat(controlled.history()).hasSize(2);
    }

    @Test
    void aRequestIdIsNotTakenForSomethingElse() throws Exception {
        apply("roce_tx_window_en=1", "", "4711");

        assertThatThrownBy(() -> apply("roce_tx_window_en=0", "", "4711"))
                .isInstanceOf(ChangeRefusedException.class)
                .hasMessageContaining("made before for something else (roce_tx_window_en=1)");
    }

    @Test
    void aRequestThatFailedIsNotMadeAgainEither() throws Exception {
        controlled
                .host
                .nic("mlx5_0")
                .faults()
                .failNext(1, new Fault.Refused(CommandStatus.BAD_PARAM, 0), Operation.SET_REGISTER);
        assertThatThrownBy(() -> apply("roce_tx_window_en=1", "", "4711")).isInstanceOf(NicException.Refused.class);

        assertThatThrownBy(() -> apply("roce_tx_window_en=1", "", "4711"))
                .hasMessageContaining("made before, as change 1, with the outcome failed")
                .hasMessageContaining("Nothing was sent now");
        assertThat(controlled.read().get("roce_tx_window_en")).isZero();
    }

    @Test
    void aRegisterInQuarantineIsNotWritten() throws Exception {
        controlled.host.nic("mlx5_0").faults().failNext(3, new Fault.Busy(), Operation.GET_REGISTER);
        IntStream.range(0, 3).forEach(poll -> controlled.host.poll());

        assertThatThrownBy(() -> apply("roce_tx_window_en=1", "", ""))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining("its register is in quarantine")
                .hasMessageContaining("refresh");
        assertThat(controlled.history()).isEmpty();

        controlled.control.refresh("mlx5_0");
        assertThat(apply("roce_tx_window_en=1", "", "").verified()).isTrue();
    }

    static Stream<Fault> errorsOfTheDevice() {
        return Stream.concat(
                Stream.of(new Fault.Busy(), new Fault.Gone()),
                Stream.of(CommandStatus.values()).map(status -> new Fault.Refused(status, 0x9A6171)));
    }

    @ParameterizedTest
    @MethodSource("errorsOfTheDevice")
    void everyErrorOfTheDeviceLeavesTheRegisterAsItWasAndSaysWhatToDo(Fault fault) throws Exception {
        RegisterImage before = controlled.read();
        controlled.host.nic("mlx5_0").faults().failNext(1, fault, Operation.SET_REGISTER);

        assertThatThrownBy(() -> apply("roce_tx_window_en=1", "", ""))
                .isInstanceOf(NicException.class)
                .hasMessageMatching("(?s)SET ROCE_ACCL on mlx5_0 failed: .+\\. [A-Z].+\\.");

        assertThat(controlled.read()).isEqualTo(before);
        controlled.tick();
        assertThat(controlled.last().outcome()).isIn(ChangeOutcome.FAILED, ChangeOutcome.NOT_SENT);
    }

    @Test
    void whatAnUnansweredSetDidIsReadLaterAndWrittenDown() throws Exception {
        controlled.host.nic("mlx5_0").faults().failNext(1, new Fault.Gone(), Operation.SET_REGISTER);
        assertThatThrownBy(() -> apply("roce_tx_window_en=1", "", "")).isInstanceOf(NicException.class);
        assertThat(controlled.last().outcome()).isEqualTo(ChangeOutcome.UNKNOWN);

        controlled.tick();

        assertThat(controlled.last().outcome()).isEqualTo(ChangeOutcome.NOT_SENT);
        assertThat(controlled.last().message()).contains("the register reads as before");
    }

    @Test
    void whatAnotherWritesBetweenPlanAndApplyIsIntact() throws Exception {
        controlled.plan("roce_tx_window_en=1");
        controlled
                .host
                .nic("mlx5_0")
                .register()
                .set(RegisterEdit.of(controlled.read(), ControlledHost.parse("roce_slow_restart_en=0"))
                        .image());
        controlled.host.nic("mlx5_0").faults().failNext(1, new Fault.ThirdPartyWrite(RoceAccl.field("ack_dscp"), 9));

        ChangeResult result = apply("roce_tx_window_en=1", "", "");

        assertThat(result.verified()).isTrue();
        assertThat(result.changedByOthers()).containsExactly("ack_dscp 0 -> 9");
        assertThat(controlled.read().get("roce_slow_restart_en")).isZero();
        assertThat(controlled.read().get("ack_dscp")).isEqualTo(9);
        assertThat(controlled.read().get("roce_tx_window_en")).isEqualTo(1);
    }

    @Test
    void aRequestThatMakesNoSenseSaysWhy() {
        assertThatThrownBy(() -> new ChangeRequest(
                        List.of(), ControlledHost.ALICE, "", Set.of(), null, Set.of(GuardEvidence.RATIO), "", ""))
                .hasMessageContaining("needs a time to confirm");
        assertThatThrownBy(() -> GuardEvidence.parse("retry_ex")).hasMessageContaining("Did you mean retry_exc?");
        assertThatThrownBy(() -> ChangeRequest.of(List.of(), ControlledHost.ALICE, "", "", "5", "", "", ""))
                .hasMessageContaining("such as 90s or 5m: value=5");
        assertThatThrownBy(() -> ChangeRequest.of(List.of(), ControlledHost.ALICE, "", "", "25h", "", "", ""))
                .hasMessageContaining("1s to 24h");
        assertThatThrownBy(() -> ChangeRequest.of(List.of(), ControlledHost.ALICE, "x".repeat(501), "", "", "", "", ""))
                .hasMessageContaining("at most 500");
    }
}
