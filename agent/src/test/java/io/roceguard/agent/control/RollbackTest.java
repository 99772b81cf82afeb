// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.store.ChangeKind;
import io.roceguard.register.AdpMode;
import io.roceguard.register.RegisterEdit;
import io.roceguard.register.RegisterImage;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RollbackTest {

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

    private ChangeResult rollback(@Nullable Long to) throws Exception {
        return controlled.control.rollback("mlx5_0", to, ControlledHost.ALICE, "back");
    }

    @Test
    void leadsBackBeforeTheLatestChange() throws Exception {
        controlled.apply("roce_tx_window_en=1");
        RegisterImage before = controlled.read();
        controlled.apply("roce_slow_restart_en=0");

        ChangeResult back = rollback(null);

        assertThat(controlled.read()).isEqualTo(before);
        assertThat(back.record().intent().kind()).isEqualTo(ChangeKind.ROLLBACK);
        assertThat(back.record().intent().undoes()).isEqualTo(2);
        assertThat(back.record().intent().reason()).isEqualTo("back");
    }

    @Test
    void leadsToTheStateThatAnyChangeLeft() throws Exception {
        controlled.apply("roce_tx_window_en=1");
        RegisterImage first = controlled.read();
        controlled.apply("roce_slow_restart_en=0");
        controlled.apply("roce_tx_window_en=0,ack_dscp=5");
        controlled.apply("ack_dscp=9");

        rollback(1L);

        assertThat(controlled.read()).isEqualTo(first);
    }

    @Test
    void twiceInARowComesBackAgain() throws Exception {
        controlled.apply("roce_tx_window_en=1");
        rollback(null);
        assertThat(controlled.read().get("roce_tx_window_en")).isZero();

        rollback(null);

        assertThat(controlled.read().get("roce_tx_window_en")).isEqualTo(1);
    }

    @Test
    void leavesWhatNoChangeOfOursWrote() throws Exception {
        controlled.apply("roce_tx_window_en=1");
        controlled
                .host
                .nic("mlx5_0")
                .register()
                .set(RegisterEdit.of(controlled.read(), ControlledHost.parse("ack_dscp=33"))
                        .image());

        rollback(null);

        assertThat(controlled.read().get("ack_dscp")).isEqualTo(33);
        assertThat(controlled.read().get("roce_tx_window_en")).isZero();
    }

    @Test
    void fromTheFirstProfileSwitchesAdpOffAndSaysSoBefore() throws Exception {
        controlled.apply(ControlledHost.DOCUMENT_LINE);
        controlled.host.poll();

        PlannedChange planned = controlled.control.planRollback("mlx5_0", null);
        assertThat(planned.plan().changed()).containsExactly("roce_adp_retrans_en 1 -> 0");
        assertThat(planned.cannotUndo()).singleElement().asString().contains("only a reset of the firmware");
        assertThat(AdpMode.of(controlled.read())).isEqualTo(AdpMode.PROFILE);

        rollback(null);
        assertThat(AdpMode.of(controlled.read())).isEqualTo(AdpMode.OFF);
    }

    @Test
    void toAProfileWithWarningsNeedsNoAcceptance() throws Exception {
        controlled.apply(ControlledHost.DOCUMENT_LINE);
        controlled.apply("roce_adp_retrans_en=0");

        assertThat(rollback(1L).verified()).isTrue();
        assertThat(AdpMode.of(controlled.read())).isEqualTo(AdpMode.PROFILE);
    }

    @Test
    void whereThereIsNothingToRollBackItSaysSo() throws Exception {
        assertThatThrownBy(() -> rollback(null))
                .isInstanceOf(ChangeRefusedException.class)
                .hasMessageContaining("No change of mlx5_0 is in the history");
        controlled.apply("roce_tx_window_en=1");
        assertThatThrownBy(() -> rollback(1L)).hasMessageContaining("There is nothing to roll back");
        assertThatThrownBy(() -> rollback(77L))
                .hasMessageContaining("Change 77 is none of mlx5_0 that took effect; see roceguard history mlx5_0");
    }
}
