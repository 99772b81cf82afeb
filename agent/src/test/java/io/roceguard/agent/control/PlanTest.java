// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.adp.Finding;
import io.roceguard.adp.ProfilePresets;
import io.roceguard.register.Assignment;
import io.roceguard.register.RegisterEdit;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import io.roceguard.sim.Fault;
import io.roceguard.sim.Operation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTest {

    private static final List<Assignment> FLAP = ProfilePresets.read("flap-1s").assignments();

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

    private void othersWrite(String field, int value) throws Exception {
        RegisterImage now = controlled.read();
        controlled
                .host
                .nic("mlx5_0")
                .register()
                .set(RegisterEdit.of(now, List.of(new Assignment(RoceAccl.field(field), value)))
                        .image());
        controlled.host.poll();
    }

    private static ChangeRequest following(String plan, String assignments) {
        return ChangeRequest.of(ControlledHost.parse(assignments), ControlledHost.ALICE, "", "", "", "", plan, "");
    }

    @Test
    void saysWhatChangesForWhomAndWhatCannotBeUndone() throws Exception {
        PlannedChange planned = controlled.control.plan("mlx5_0", FLAP, Optional.empty());

        assertThat(planned.plan().changed()).contains("adp_retx_profile_id 0 -> 1", "range_low_bound_1 0 -> 11");
        assertThat(planned.obstacle()).isEmpty();
        assertThat(planned.affected().get(0))
                .startsWith("All queue pairs of the physical function")
                .contains("virtual functions")
                .contains("seen now");
        assertThat(planned.affected()).anyMatch(line -> line.contains("reset of the firmware or reboot"));
        assertThat(planned.cannotUndo()).singleElement().asString().contains("only a reset of the firmware");
        assertThat(planned.mustAccept()).isEmpty();
    }

    @Test
    void comparesBeforeAndAfterForTheQueuePairsThatAreThere() throws Exception {
        PlannedChange planned = controlled.control.plan("mlx5_0", FLAP, Optional.empty());

        assertThat(planned.timings()).isNotEmpty().allSatisfy(timing -> {
            assertThat(timing.source()).isEqualTo(TimingInUse.Source.SEEN);
            assertThat(timing.queuePairs()).isPositive();
        });
        Outlook before =
                Outlook.of(planned.plan().before(), planned.timings().get(0).timing());
        Outlook after =
                Outlook.of(planned.plan().after(), planned.timings().get(0).timing());
        assertThat(before.text()).contains("not public");
        assertThat(before.path()).isEmpty();
        assertThat(after.path().orElseThrow().detectionNanos().orElseThrow().min())
                .isBetween(1_085_000_000L, 1_095_000_000L);
        assertThat(after.text()).contains("A dead path is reported after 1.085 s to 1.095 s");
    }

    @Test
    void withAdpOffTheTimeoutsOfTheQueuePairsAreTheOutlook() throws Exception {
        PlannedChange planned = controlled.control.plan(
                "mlx5_0", ControlledHost.parse("roce_adp_retrans_en=0"), Optional.of(TimingInUse.given(14, 7)));

        Outlook after =
                Outlook.of(planned.plan().after(), planned.timings().get(0).timing());
        assertThat(after.text()).contains("536.871 ms at the earliest and 2.147 s at the latest");
    }

    @Test
    void findingsAreThoseOfTheResultingProfile() throws Exception {
        PlannedChange planned = controlled.control.plan(
                "mlx5_0", ControlledHost.parse(ControlledHost.DOCUMENT_LINE), Optional.of(TimingInUse.given(14, 7)));

        assertThat(planned.mustAccept()).containsExactly("W_STORM");
        assertThat(planned.findings()).extracting(Finding::code).contains("W_STORM");
        assertThat(controlled.plan("roce_tx_window_en=1").findings()).isEmpty();
    }

    @Test
    void thePlansIdHoldsAsLongAsTheRegisterDoes() throws Exception {
        String id = controlled.plan("roce_tx_window_en=1").plan().id();

        assertThat(controlled.plan("roce_tx_window_en=1").plan().id()).isEqualTo(id);
        assertThat(controlled.plan("roce_tx_window_en=0").plan().id()).isNotEqualTo(id);
        ChangeResult result = controlled.control.apply("mlx5_0", following(id, "roce_tx_window_en=1"));
        assertThat(result.verified()).isTrue();
    }

    @Test
    void aPlanIsRefusedWithWhatHasChangedSince() throws Exception {
        String id = controlled.plan("roce_tx_window_en=1").plan().id();
        othersWrite("roce_slow_restart_en", 0);

        assertThatThrownBy(() -> controlled.control.apply("mlx5_0", following(id, "roce_tx_window_en=1")))
                .isInstanceOf(ChangeRefusedException.class)
                .hasMessageContaining("the register has changed since: roce_slow_restart_en 1 -> 0")
                .hasMessageContaining("Nothing was sent");
        assertThat(controlled.read().get("roce_tx_window_en")).isZero();
        assertThat(controlled.history()).isEmpty();
    }

    @Test
    void aPlanIsRefusedForOtherAssignments() throws Exception {
        String id = controlled.plan("roce_tx_window_en=1").plan().id();

        assertThatThrownBy(() -> controlled.control.apply("mlx5_0", following(id, "roce_slow_restart_en=0")))
                .isInstanceOf(ChangeRefusedException.class)
                .hasMessageContaining("other assignments");
    }

    @Test
    void whatWouldBeRefusedIsSaidBefore() throws Exception {
        controlled.apply("roce_tx_window_en=1", Duration.ofMinutes(5));

        assertThat(controlled.plan("roce_slow_restart_en=0").obstacle())
                .contains("Change 1 of mlx5_0 waits for its confirmation");
    }

    @Test
    void theTimingOfQueuePairsIsAskedOnceAMinute() throws Exception {
        controlled.plan("roce_tx_window_en=1");
        controlled.host.nic("mlx5_0").faults().failNext(1, new Fault.Gone(), Operation.QUERY_QUEUE_PAIR);

        assertThat(controlled.plan("roce_tx_window_en=1").timings().get(0).source())
                .isEqualTo(TimingInUse.Source.SEEN);
        controlled.host.pass(Duration.ofMinutes(2));
        assertThat(controlled.plan("roce_tx_window_en=1").timings())
                .as("queue pairs that cannot be asked are taken for usual ones")
                .containsExactly(TimingInUse.USUAL);
    }
}
