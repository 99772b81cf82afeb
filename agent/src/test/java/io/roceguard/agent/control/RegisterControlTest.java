// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.poll.SimulatedHost;
import io.roceguard.agent.store.ChangeKind;
import io.roceguard.agent.store.ChangeOutcome;
import io.roceguard.agent.store.ChangeRecord;
import io.roceguard.device.CommandStatus;
import io.roceguard.device.NicException;
import io.roceguard.register.AdpMode;
import io.roceguard.register.RegisterEditException;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import io.roceguard.sim.Fault;
import io.roceguard.sim.Operation;
import io.roceguard.sim.SimulatedNicSpec;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegisterControlTest {

    @TempDir
    private Path directory;

    private ControlledHost controlled;
    private SimulatedHost host;
    private RegisterControl control;

    @BeforeEach
    void start() throws Exception {
        controlled = ControlledHost.withDefaults(directory);
        host = controlled.host;
        control = controlled.control;
    }

    @AfterEach
    void stop() throws Exception {
        controlled.close();
    }

    /** Applies on another thread, which hangs in the operation; then does something, and lets it go on. */
    private CompletableFuture<ChangeResult> applyHanging(Operation where, String assignments, Meanwhile meanwhile)
            throws Exception {
        host.nic("mlx5_0").faults().failNext(1, new Fault.Hang(), where);
        CompletableFuture<ChangeResult> applied = CompletableFuture.supplyAsync(() -> {
            try {
                return apply(assignments);
            } catch (NicException failed) {
                throw new CompletionException(failed);
            }
        });
        assertThat(host.nic("mlx5_0").faults().awaitHanging(1, Duration.ofSeconds(5)))
                .isTrue();
        meanwhile.run();
        host.nic("mlx5_0").faults().release();
        return applied;
    }

    private interface Meanwhile {
        void run() throws Exception;
    }

    @Test
    void aChangeThatTheCallerGaveUpIsNeverSent() throws Exception {
        RegisterImage before = read();
        host.nic("mlx5_0").faults().failNext(1, new Fault.Hang(), Operation.GET_REGISTER);

        assertThatThrownBy(() -> apply("roce_tx_window_en=1"))
                .isInstanceOf(NicException.Timeout.class)
                .hasMessageContaining("Nothing was sent and nothing will be");

        host.nic("mlx5_0").faults().release();
        host.poll();
        assertThat(read()).isEqualTo(before);
        assertThat(controlled.history()).isEmpty();
    }

    @Test
    void aSetThatCannotBeReadBackIsSaidToBeAccepted() throws Exception {
        CompletableFuture<ChangeResult> applied = applyHanging(
                Operation.SET_REGISTER,
                "roce_tx_window_en=1",
                () -> host.nic("mlx5_0").faults().failNext(1, new Fault.Busy(), Operation.GET_REGISTER));

        assertThatThrownBy(applied::join).hasMessageContaining("the SET was accepted, but reading it back failed");
        assertThat(controlled.last().outcome()).isEqualTo(ChangeOutcome.UNVERIFIED);
        assertThat(read().get("roce_tx_window_en")).isEqualTo(1);

        controlled.tick();
        assertThat(controlled.last().outcome()).isEqualTo(ChangeOutcome.VERIFIED);
        assertThat(controlled.last().message()).contains("It took effect, as a later reading shows");
    }

    @Test
    void anOutcomeThatCannotBeWrittenDownDoesNotReplaceTheResult() throws Exception {
        ChangeResult result = applyHanging(Operation.SET_REGISTER, "roce_tx_window_en=1", controlled::loseStore)
                .join();

        assertThat(result.verified()).isTrue();
        assertThat(result.message()).contains("The outcome is not in the journal yet");
    }

    @Test
    void aFieldThatWasOnlyCarriedAlongIsNotComparedButReported() throws Exception {
        host.nic("mlx5_0").faults().failNext(1, new Fault.ThirdPartyWrite(RoceAccl.field("ack_dscp"), 5));

        ChangeResult result = apply("ack_dscp_force=1");

        assertThat(result.verified()).isTrue();
        assertThat(result.changedByOthers()).containsExactly("ack_dscp 0 -> 5");
        assertThat(result.message()).contains("Somebody else changed meanwhile: ack_dscp 0 -> 5");
    }

    private ChangeResult apply(String assignments) throws NicException {
        return controlled.apply(assignments);
    }

    private RegisterImage read() throws NicException {
        return controlled.read();
    }

    @Test
    void theDocumentsProfileIsWrittenVerifiedAndPublished() throws Exception {
        ChangeResult result = apply(ControlledHost.DOCUMENT_LINE);

        assertThat(result.verified()).isTrue();
        assertThat(result.changed()).contains("adp_retx_profile_id 0 -> 1", "time_base 0 -> 4");
        assertThat(result.changedByOthers()).isEmpty();
        assertThat(host.snapshot("mlx5_0").register().mode()).isEqualTo(AdpMode.PROFILE);
    }

    @Test
    void onlyTheIntendedFieldsMove() throws Exception {
        RegisterImage before = read();

        apply("roce_tx_window_en=1");

        assertThat(read()).isEqualTo(before.with(RoceAccl.field("roce_tx_window_en"), 1));
    }

    @Test
    void aProfileFieldIsChangedInAFreshReadingOfTheSameProfile() throws Exception {
        apply(ControlledHost.DOCUMENT_LINE);

        apply("timeout_retry_num_0=5");

        assertThat(read().get("timeout_retry_num_0")).isEqualTo(5);
        assertThat(read().get("range_size_0")).isEqualTo(2);
        assertThat(read().get("time_base")).isEqualTo(4);
    }

    @Test
    void planChangesNothing() throws Exception {
        RegisterImage before = read();

        PlannedChange planned = controlled.plan("roce_adp_retrans_en=0");

        assertThat(planned.plan().changed()).containsExactly("roce_adp_retrans_en 1 -> 0");
        assertThat(read()).isEqualTo(before);
        assertThat(controlled.history()).isEmpty();
    }

    @Test
    void readOnlyAndUnconfigurableFieldsAreRefusedBeforeAnythingIsSent() throws Exception {
        RegisterImage before = read();

        assertThatThrownBy(() -> apply("adp_retx_profile_max_id=2"))
                .isInstanceOf(RegisterEditException.class)
                .hasMessageContaining("read-only");
        assertThatThrownBy(() -> apply("cc_per_plane_en=1"))
                .isInstanceOf(RegisterEditException.class)
                .hasMessageContaining("cc_per_plane_en_field_select reads 0");

        assertThat(read()).isEqualTo(before);
        assertThat(controlled.history()).isEmpty();
    }

    @Test
    void aThirdPartysWriteIsKeptAndReported() throws Exception {
        host.nic("mlx5_0").faults().failNext(1, new Fault.ThirdPartyWrite(RoceAccl.field("roce_slow_restart_en"), 0));

        ChangeResult result = apply("roce_tx_window_en=1");

        assertThat(result.verified()).isTrue();
        assertThat(result.changedByOthers()).containsExactly("roce_slow_restart_en 1 -> 0");
        assertThat(read().get("roce_slow_restart_en")).isZero();
    }

    @Test
    void aSetThatDoesNotTakeEffectIsNotVerified() throws Exception {
        host.nic("mlx5_0").faults().failNext(1, new Fault.ThirdPartyWrite(RoceAccl.field("roce_tx_window_en"), 0));

        ChangeResult result = apply("roce_tx_window_en=1");

        assertThat(result.verified()).isFalse();
        assertThat(result.message())
                .contains("roce_tx_window_en reads 0 instead of 1")
                .contains("did not take effect");
        assertThat(controlled.last().outcome()).isEqualTo(ChangeOutcome.NOT_TAKEN);
    }

    @Test
    void aRefusalOfTheFirmwareLeavesTheRegisterAsItWas() throws Exception {
        RegisterImage before = read();
        host.nic("mlx5_0")
                .faults()
                .failNext(1, new Fault.Refused(CommandStatus.BAD_PARAM, 0x9A6171), Operation.SET_REGISTER);

        assertThatThrownBy(() -> apply("roce_tx_window_en=1"))
                .isInstanceOf(NicException.Refused.class)
                .hasMessageContaining("BAD_PARAM")
                .hasMessageContaining("0x9a6171");

        assertThat(read()).isEqualTo(before);
        assertThat(controlled.last().outcome()).isEqualTo(ChangeOutcome.FAILED);
        assertThat(controlled.last().message()).contains("BAD_PARAM");
    }

    @Test
    void theJournalDoesNotClaimToKnowWhatASetDidThatGotNoAnswer() throws Exception {
        host.nic("mlx5_0").faults().failNext(1, new Fault.Gone(), Operation.SET_REGISTER);

        assertThatThrownBy(() -> apply("roce_tx_window_en=1")).isInstanceOf(NicException.Unreachable.class);

        assertThat(controlled.last().outcome()).isEqualTo(ChangeOutcome.UNKNOWN);
    }

    @Test
    void nothingIsSentWhenTheNameNoLongerLeadsToThatNic() throws Exception {
        RegisterImage before = read();
        host.nic("mlx5_0").faults().failNext(1, new Fault.Gone(), Operation.CONFIRM_IDENTITY);

        assertThatThrownBy(() -> apply("roce_tx_window_en=1")).isInstanceOf(NicException.Unreachable.class);

        assertThat(read()).isEqualTo(before);
        assertThat(controlled.history()).isEmpty();
    }

    @Test
    void theJournalSaysWhoWhatAndWhy() throws Exception {
        Caller cli = new Caller("alice", Role.OPERATOR, "http", "roceguard-cli (uid=1000)");
        control.apply(
                "mlx5_0",
                ChangeRequest.of(ControlledHost.parse("roce_tx_window_en=1"), cli, "ticket 7", "", "", "", "", ""));

        ChangeRecord change = controlled.last();
        assertThat(change.intent().caller()).isEqualTo("alice");
        assertThat(change.intent().channel()).isEqualTo("http");
        assertThat(change.intent().client()).isEqualTo("roceguard-cli (uid=1000)");
        assertThat(change.intent().reason()).isEqualTo("ticket 7");
        assertThat(change.intent().words().toString()).startsWith("0x00000002 0x00000002");
        assertThat(change.intent().kind()).isEqualTo(ChangeKind.APPLY);
        assertThat(change.outcome()).isEqualTo(ChangeOutcome.VERIFIED);
        assertThat(change.message()).contains("roce_tx_window_en 0 -> 1");
    }

    @Test
    void nothingIsSentWhenTheJournalCannotBeWritten() throws Exception {
        RegisterImage before = read();
        controlled.loseStore();

        assertThatThrownBy(() -> apply("roce_tx_window_en=1"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("state.db")
                .hasMessageContaining("Nothing was sent to mlx5_0");

        assertThat(read()).isEqualTo(before);
    }

    @Test
    void anUnknownNicIsNamedWithTheNearest() {
        assertThatThrownBy(() -> control.plan("mlx5_9", ControlledHost.parse("roce_tx_window_en=1"), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("There is no NIC mlx5_9. Did you mean mlx5_");
    }

    @Test
    void changesAreRefusedOnAVirtualFunction() throws Exception {
        host.inventory.add(SimulatedNicSpec.of("mlx5_2", "vf", 1));
        host.watcher.rescan();

        assertThatThrownBy(() -> control.apply("mlx5_2", ControlledHost.request("roce_adp_retrans_en=0", null)))
                .isInstanceOf(NicException.NotSupported.class)
                .hasMessageContaining("virtual function");
    }
}
