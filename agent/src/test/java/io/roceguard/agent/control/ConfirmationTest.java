// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.poll.SimulatedHost;
import io.roceguard.agent.store.ChangeKind;
import io.roceguard.agent.store.ChangeOutcome;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.device.CommandStatus;
import io.roceguard.device.NicException;
import io.roceguard.register.AdpMode;
import io.roceguard.register.RegisterEdit;
import io.roceguard.register.RegisterImage;
import io.roceguard.sim.Fault;
import io.roceguard.sim.Operation;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfirmationTest {

    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    private ControlledHost controlled;
    private SimulatedHost host;

    @BeforeEach
    void start() throws Exception {
        controlled = ControlledHost.withDefaults(directory);
        host = controlled.host;
    }

    @AfterEach
    void stop() throws Exception {
        controlled.close();
    }

    /** The daemon ends without a word and another one begins, on the same NICs. */
    private void restartDaemon() throws Exception {
        controlled.restart(directory);
        host = controlled.host;
    }

    private void passTheDeadline() {
        host.pass(FIVE_MINUTES);
        controlled.tick();
    }

    private void othersWrite(String assignments) throws Exception {
        host.nic("mlx5_0")
                .register()
                .set(RegisterEdit.of(controlled.read(), ControlledHost.parse(assignments))
                        .image());
    }

    @Test
    void aChangeThatNobodyConfirmsIsTakenBackOnce() throws Exception {
        RegisterImage before = controlled.read();
        ChangeResult applied = controlled.apply("roce_tx_window_en=1", FIVE_MINUTES);
        assertThat(applied.confirmation()).isPresent();

        host.pass(FIVE_MINUTES.minusMillis(1));
        controlled.tick();
        assertThat(controlled.read().get("roce_tx_window_en")).isEqualTo(1);

        host.pass(Duration.ofMillis(1));
        controlled.tick();
        controlled.tick();
        assertThat(controlled.read()).isEqualTo(before);
        List<ChangeRecord> history = controlled.history();
        assertThat(history).hasSize(2);
        assertThat(history.get(1).intent().kind()).isEqualTo(ChangeKind.REVERT);
        assertThat(history.get(1).intent().undoes()).isEqualTo(history.get(0).id());
        assertThat(history.get(1).intent().caller()).isEqualTo("roceguard");
        assertThat(history.get(1).intent().reason()).isEqualTo("not confirmed within 5 min");
        assertThat(history.get(1).outcome()).isEqualTo(ChangeOutcome.VERIFIED);
        assertThat(controlled.control.waiting("mlx5_0")).isEmpty();
    }

    @Test
    void aConfirmedChangeStays() throws Exception {
        controlled.apply("roce_tx_window_en=1", FIVE_MINUTES);
        assertThat(controlled.control.waiting("mlx5_0").orElseThrow().undo()).isEqualTo("Sets [roce_tx_window_en=0].");

        controlled.control.confirm("mlx5_0", ControlledHost.ALICE);
        passTheDeadline();
        restartDaemon();
        passTheDeadline();

        assertThat(controlled.read().get("roce_tx_window_en")).isEqualTo(1);
        assertThat(controlled.history()).hasSize(1);
        assertThatThrownBy(() -> controlled.control.confirm("mlx5_0", ControlledHost.ALICE))
                .isInstanceOf(ChangeRefusedException.class)
                .hasMessage("No change of mlx5_0 waits for a confirmation.");
    }

    @Test
    void theTimeGoesOnWhileTheDaemonIsDown() throws Exception {
        RegisterImage before = controlled.read();
        controlled.apply("roce_tx_window_en=1", FIVE_MINUTES);

        restartDaemon();
        controlled.tick();
        assertThat(controlled.read().get("roce_tx_window_en")).isEqualTo(1);
        assertThat(controlled.control.waiting("mlx5_0").orElseThrow().remainingMillis())
                .isEqualTo(FIVE_MINUTES.toMillis());
        host.pass(FIVE_MINUTES);
        restartDaemon();
        controlled.tick();

        assertThat(controlled.read()).isEqualTo(before);
        assertThat(controlled.last().intent().kind()).isEqualTo(ChangeKind.REVERT);
    }

    @Test
    void aClockThatIsSetBackDoesNotMakeItLonger() throws Exception {
        controlled.apply("roce_tx_window_en=1", FIVE_MINUTES);
        host.setClockBack(Duration.ofDays(1));
        restartDaemon();

        host.pass(FIVE_MINUTES);
        controlled.tick();

        assertThat(controlled.read().get("roce_tx_window_en")).isZero();
    }

    @Test
    void whereFirmwareTimeoutsWereInForceAdpIsSwitchedOff() throws Exception {
        controlled.apply(ControlledHost.DOCUMENT_LINE, FIVE_MINUTES);
        assertThat(controlled.control.waiting("mlx5_0").orElseThrow().undo())
                .contains("Sets [roce_adp_retrans_en=0]")
                .contains("only a reset of the firmware brings them back");

        passTheDeadline();

        assertThat(AdpMode.of(controlled.read())).isEqualTo(AdpMode.OFF);
    }

    @Test
    void anEarlierProfileComesBackWhole() throws Exception {
        controlled.apply(ControlledHost.DOCUMENT_LINE);
        RegisterImage before = controlled.read();
        controlled.apply("time_base=8,timeout_retry_num_0=3", FIVE_MINUTES);

        passTheDeadline();

        assertThat(controlled.read()).isEqualTo(before);
    }

    @Test
    void whatSomebodyElseWroteMeanwhileIsKept() throws Exception {
        controlled.apply("roce_tx_window_en=1,roce_slow_restart_en=0", FIVE_MINUTES);
        othersWrite("roce_slow_restart_en=1,ack_dscp=7");

        passTheDeadline();

        assertThat(controlled.read().get("roce_tx_window_en")).isZero();
        assertThat(controlled.read().get("roce_slow_restart_en")).isEqualTo(1);
        assertThat(controlled.read().get("ack_dscp")).isEqualTo(7);
    }

    @Test
    void whereSomebodyElseTookItBackNothingIsSent() throws Exception {
        controlled.apply("roce_tx_window_en=1", FIVE_MINUTES);
        othersWrite("roce_tx_window_en=0");

        passTheDeadline();

        assertThat(controlled.history()).hasSize(1);
        assertThat(controlled.control.waiting("mlx5_0")).isEmpty();
    }

    @Test
    void aRevertThatFailsIsTriedAgainAndCannotBeConfirmedAnyMore() throws Exception {
        RegisterImage before = controlled.read();
        controlled.apply("roce_tx_window_en=1", FIVE_MINUTES);
        host.nic("mlx5_0")
                .faults()
                .failNext(2, new Fault.Refused(CommandStatus.BAD_RES_STATE, 0), Operation.SET_REGISTER);

        passTheDeadline();
        assertThat(controlled.control.waiting("mlx5_0").orElseThrow().state()).contains("BAD_RES_STATE");
        assertThatThrownBy(() -> controlled.control.confirm("mlx5_0", ControlledHost.ALICE))
                .hasMessageContaining("is being taken back, its time is over");
        controlled.tick();
        assertThat(controlled.history()).as("not at once").hasSize(2);

        host.pass(Duration.ofSeconds(1));
        controlled.tick();
        host.pass(Duration.ofSeconds(2));
        controlled.tick();
        assertThat(controlled.read()).isEqualTo(before);
        assertThat(controlled.history())
                .extracting(ChangeRecord::outcome)
                .containsExactly(
                        ChangeOutcome.VERIFIED, ChangeOutcome.FAILED, ChangeOutcome.FAILED, ChangeOutcome.VERIFIED);
    }

    @Test
    void aRevertWhoseAnswerWasLostIsNotSentAgain() throws Exception {
        RegisterImage before = controlled.read();
        controlled.apply("roce_tx_window_en=1", FIVE_MINUTES);
        othersWriteAfterLosingTheAnswer();

        passTheDeadline();
        host.pass(Duration.ofSeconds(2));
        controlled.tick();

        assertThat(controlled.read()).isEqualTo(before);
        assertThat(controlled.control.waiting("mlx5_0")).isEmpty();
        assertThat(controlled.history().stream()
                        .filter(change -> change.intent().kind() == ChangeKind.REVERT))
                .hasSize(1);
    }

    /** The SET of the revert reports that the device is gone, although somebody brings the same about. */
    private void othersWriteAfterLosingTheAnswer() throws Exception {
        host.nic("mlx5_0").faults().failNext(1, new Fault.Gone(), Operation.SET_REGISTER);
        host.pass(FIVE_MINUTES);
        controlled.tick();
        othersWrite("roce_tx_window_en=0");
    }

    @Test
    void aRefusedChangeLeavesNothingToConfirm() throws Exception {
        host.nic("mlx5_0").faults().failNext(1, new Fault.Refused(CommandStatus.BAD_PARAM, 0), Operation.SET_REGISTER);
        assertThatThrownBy(() -> controlled.apply("roce_tx_window_en=1", FIVE_MINUTES))
                .isInstanceOf(NicException.Refused.class);

        assertThat(controlled.control.waiting("mlx5_0")).isEmpty();
        restartDaemon();
        assertThat(controlled.control.waiting("mlx5_0")).isEmpty();
    }

    @Test
    void noOtherChangeIsMadeWhileOneWaitsButARollbackEndsIt() throws Exception {
        controlled.apply("roce_tx_window_en=1", FIVE_MINUTES);
        assertThatThrownBy(() -> controlled.apply("roce_slow_restart_en=0"))
                .isInstanceOf(ChangeRefusedException.class)
                .hasMessageContaining("Confirm it or roll it back first");

        ChangeResult back = controlled.control.rollback("mlx5_0", null, ControlledHost.ALICE, "worse");

        assertThat(back.verified()).isTrue();
        assertThat(controlled.read().get("roce_tx_window_en")).isZero();
        assertThat(controlled.control.waiting("mlx5_0")).isEmpty();
        restartDaemon();
        passTheDeadline();
        assertThat(controlled.history()).hasSize(2);
    }

    @Test
    void aNicThatIsAwayAtItsTimeIsTakenBackWhenItReturns() throws Exception {
        controlled.apply("roce_tx_window_en=1", FIVE_MINUTES);
        host.nic("mlx5_0").faults().set(new Fault.Gone(), Operation.GET_REGISTER);
        passTheDeadline();
        assertThat(controlled.control.waiting("mlx5_0").orElseThrow().state()).contains("GET ROCE_ACCL");

        host.nic("mlx5_0").faults().clear();
        host.pass(Duration.ofMinutes(5));
        controlled.tick();

        assertThat(controlled.read().get("roce_tx_window_en")).isZero();
    }

    @Test
    void aFullDiskDoesNotStopARevertThatIsPromised() throws Exception {
        RegisterImage before = controlled.read();
        controlled.apply("roce_tx_window_en=1", FIVE_MINUTES);
        controlled.loseStore();

        passTheDeadline();

        assertThat(controlled.read()).isEqualTo(before);
    }

    @Test
    void whatIsTakenBackOnAFullDiskIsWrittenDownWhenThereIsRoom() throws Exception {
        controlled.apply("roce_tx_window_en=1", FIVE_MINUTES);
        execute("CREATE TRIGGER full BEFORE INSERT ON change BEGIN SELECT RAISE(ABORT, 'the disk is full'); END");

        passTheDeadline();

        assertThat(controlled.read().get("roce_tx_window_en")).isZero();
        assertThat(controlled.control.waiting("mlx5_0").orElseThrow().state())
                .startsWith("Verified on mlx5_0: roce_tx_window_en 1 -> 0. That is not written down yet: ")
                .contains("the disk is full");
        assertThat(controlled.history()).hasSize(1);
        assertThat(waits()).containsExactly("waits for its confirmation");

        othersWrite("roce_tx_window_en=1");
        execute("DROP TRIGGER full");
        host.pass(FIVE_MINUTES);
        controlled.tick();

        assertThat(controlled.read().get("roce_tx_window_en"))
                .as("taken back once")
                .isEqualTo(1);
        assertThat(controlled.control.waiting("mlx5_0")).isEmpty();
        ChangeRecord revert = controlled.last();
        assertThat(revert.intent().kind()).isEqualTo(ChangeKind.REVERT);
        assertThat(revert.outcome()).isEqualTo(ChangeOutcome.VERIFIED);
        assertThat(revert.message()).isEqualTo("Verified on mlx5_0: roce_tx_window_en 1 -> 0.");
        assertThat(waits()).containsExactly("reverted: revert 2");
    }

    @Test
    void theHistoryTellsHowAWaitEnded() throws Exception {
        controlled.apply("roce_tx_window_en=1", FIVE_MINUTES);
        controlled.control.confirm("mlx5_0", ControlledHost.ALICE);
        assertThat(waits()).containsExactly("confirmed by " + ControlledHost.ALICE);

        controlled.apply("ack_dscp=5", FIVE_MINUTES);
        othersWrite("ack_dscp=9");
        passTheDeadline();

        assertThat(waits())
                .containsExactlyInAnyOrder(
                        "confirmed by " + ControlledHost.ALICE,
                        "reverted: not confirmed within 5 min; somebody else has written since: ack_dscp reads 9");
    }

    private Collection<String> waits() {
        return controlled.control.waits(controlled.history()).values();
    }

    /** By another connection, on the daemon's file. */
    private void execute(String sql) throws Exception {
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("state.db"))) {
            other.createStatement().execute(sql);
        }
    }
}
