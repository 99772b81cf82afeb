// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.poll.SimulatedHost;
import io.roceguard.agent.store.AuditTrail;
import io.roceguard.device.CommandStatus;
import io.roceguard.device.NicException;
import io.roceguard.register.AdpMode;
import io.roceguard.register.Assignment;
import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterEditException;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import io.roceguard.sim.Fault;
import io.roceguard.sim.Operation;
import io.roceguard.sim.SimulatedNicSpec;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegisterControlTest {

    private static final Caller ALICE = new Caller("alice", Role.OPERATOR, "http");
    private static final String DOCUMENT_LINE =
            "roce_adp_retrans_en=0x1,adp_retx_profile_id=0x1,time_base=4,time_unit=1,"
                    + "start_range_index=0,range_num=1,qp_total_timeout=1,timeout_init_range_size=2,timeout_init_low_bound=0,"
                    + "range_size_0=0x2,range_low_bound_0=0,timeout_retry_num_0=0x1,dec_mode_0=1,prev_range_index_0=0";

    @TempDir
    private Path state;

    private SimulatedHost host;
    private AuditTrail audit;
    private RegisterControl control;

    @BeforeEach
    void start() throws Exception {
        host = SimulatedHost.withDefaults().start();
        audit = AuditTrail.open(state);
        control = new RegisterControl(host.watcher, audit, host.clock);
    }

    @AfterEach
    void stop() throws Exception {
        host.close();
        audit.close();
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
        assertThat(state.resolve("audit.jsonl")).isEmptyFile();
    }

    @Test
    void aSetThatCannotBeReadBackIsSaidToBeAccepted() throws Exception {
        CompletableFuture<ChangeResult> applied = applyHanging(
                Operation.SET_REGISTER,
                "roce_tx_window_en=1",
                () -> host.nic("mlx5_0").faults().failNext(1, new Fault.Busy(), Operation.GET_REGISTER));

        assertThatThrownBy(applied::join).hasMessageContaining("the SET was accepted, but reading it back failed");
        assertThat(Files.readString(state.resolve("audit.jsonl"))).contains("\"unverified\"");
        assertThat(read().get("roce_tx_window_en")).isEqualTo(1);
    }

    @Test
    void anOutcomeThatCannotBeAuditedDoesNotReplaceTheResult() throws Exception {
        ChangeResult result = applyHanging(Operation.SET_REGISTER, "roce_tx_window_en=1", audit::close)
                .join();

        assertThat(result.verified()).isTrue();
        assertThat(result.message()).contains("The outcome is not on the audit trail");
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
        return control.apply("mlx5_0", parse(assignments), ALICE, "");
    }

    private static List<Assignment> parse(String assignments) {
        return MlxregText.parseAssignments(assignments);
    }

    private RegisterImage read() throws NicException {
        return host.nic("mlx5_0").register().get(0);
    }

    @Test
    void theDocumentsProfileIsWrittenVerifiedAndPublished() throws Exception {
        ChangeResult result = apply(DOCUMENT_LINE);

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
        apply(DOCUMENT_LINE);

        apply("timeout_retry_num_0=5");

        assertThat(read().get("timeout_retry_num_0")).isEqualTo(5);
        assertThat(read().get("range_size_0")).isEqualTo(2);
        assertThat(read().get("time_base")).isEqualTo(4);
    }

    @Test
    void planChangesNothing() throws Exception {
        RegisterImage before = read();

        ChangePlan plan = control.plan("mlx5_0", parse("roce_adp_retrans_en=0"));

        assertThat(plan.changed()).containsExactly("roce_adp_retrans_en 1 -> 0");
        assertThat(read()).isEqualTo(before);
        assertThat(state.resolve("audit.jsonl")).isEmptyFile();
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
        assertThat(state.resolve("audit.jsonl")).isEmptyFile();
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
        assertThat(Files.readString(state.resolve("audit.jsonl"))).contains("not_taken");
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
        assertThat(Files.readString(state.resolve("audit.jsonl"))).contains("\"intent\"", "\"failed\"");
    }

    @Test
    void theAuditTrailDoesNotClaimToKnowWhatASetDidThatGotNoAnswer() throws Exception {
        host.nic("mlx5_0").faults().failNext(1, new Fault.Gone(), Operation.SET_REGISTER);

        assertThatThrownBy(() -> apply("roce_tx_window_en=1")).isInstanceOf(NicException.Unreachable.class);

        assertThat(Files.readString(state.resolve("audit.jsonl")))
                .contains("\"unknown\"")
                .doesNotContain("\"failed\"");
    }

    @Test
    void nothingIsSentWhenTheNameNoLongerLeadsToThatNic() throws Exception {
        RegisterImage before = read();
        host.nic("mlx5_0").faults().failNext(1, new Fault.Gone(), Operation.CONFIRM_IDENTITY);

        assertThatThrownBy(() -> apply("roce_tx_window_en=1")).isInstanceOf(NicException.Unreachable.class);

        assertThat(read()).isEqualTo(before);
        assertThat(state.resolve("audit.jsonl")).isEmptyFile();
    }

    @Test
    void theAuditTrailSaysWhoWhatAndWhy() throws Exception {
        control.apply("mlx5_0", parse("roce_tx_window_en=1"), ALICE, "ticket 7");

        List<String> lines = Files.readAllLines(state.resolve("audit.jsonl"));
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .contains("\"caller\":\"alice\"", "\"channel\":\"http\"", "\"stage\":\"intent\"", "ticket 7")
                .contains("0x00000002 0x00000002");
        assertThat(lines.get(1)).contains("\"stage\":\"verified\"", "roce_tx_window_en 0 -> 1");
    }

    @Test
    void nothingIsSentWhenTheAuditTrailCannotBeWritten() throws Exception {
        RegisterImage before = read();
        audit.close();

        assertThatThrownBy(() -> apply("roce_tx_window_en=1"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("audit.jsonl")
                .hasMessageContaining("Nothing was sent to mlx5_0");

        assertThat(read()).isEqualTo(before);
    }

    @Test
    void anUnknownNicIsNamedWithTheNearest() {
        assertThatThrownBy(() -> control.plan("mlx5_9", parse("roce_tx_window_en=1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("There is no NIC mlx5_9. Did you mean mlx5_");
    }

    @Test
    void changesAreRefusedOnAVirtualFunction() throws Exception {
        host.inventory.add(SimulatedNicSpec.of("mlx5_2", "vf", 1));
        host.watcher.rescan();

        assertThatThrownBy(() -> control.apply("mlx5_2", parse("roce_adp_retrans_en=0"), ALICE, ""))
                .isInstanceOf(NicException.NotSupported.class);
    }
}
