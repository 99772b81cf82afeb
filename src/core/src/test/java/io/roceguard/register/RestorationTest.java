// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RestorationTest {

    private static final String PROFILE =
            "adp_retx_profile_id=1,time_base=4,time_unit=1,range_num=1,qp_total_timeout=1,"
                    + "timeout_init_range_size=2,range_size_0=2,timeout_retry_num_0=1,dec_mode_0=1";

    private final RegisterImage firmware = GoldenRegister.defaultDump();

    private static RegisterEdit edit(RegisterImage on, String assignments) {
        return RegisterEdit.of(on, MlxregText.parseAssignments(assignments));
    }

    private static Restoration undo(RegisterImage before, RegisterEdit edit, RegisterImage now) {
        return Restoration.undo(before, edit.appliedTo(before), edit.written().keySet(), now);
    }

    private static RegisterImage applied(RegisterImage on, List<Assignment> assignments) {
        return RegisterEdit.of(on, assignments).appliedTo(on);
    }

    @Test
    void aFieldGetsItsFormerValueBack() {
        RegisterEdit edit = edit(firmware, "roce_tx_window_en=0");
        RegisterImage before = firmware.with(RoceAccl.field("roce_tx_window_en"), 1);
        RegisterImage after = edit.appliedTo(before);

        Restoration undo = Restoration.undo(before, after, edit.written().keySet(), after);

        assertThat(undo.assignments()).hasToString("[roce_tx_window_en=1]");
        assertThat(undo.cannot()).isEmpty();
        assertThat(undo.possible(after)).isTrue();
    }

    @Test
    void whatSomebodyElseWroteSinceStays() {
        RegisterField window = RoceAccl.field("roce_tx_window_en");
        RegisterField restart = RoceAccl.field("roce_slow_restart_en");
        RegisterImage before = firmware.with(window, 1).with(restart, 1);
        RegisterEdit edit = edit(before, "roce_tx_window_en=0,roce_slow_restart_en=0");
        RegisterImage after = edit.appliedTo(before);

        Restoration undo = Restoration.undo(before, after, edit.written().keySet(), after.with(window, 1));

        assertThat(undo.assignments()).hasToString("[roce_slow_restart_en=1]");
        assertThat(undo.leftToOthers()).isEmpty();
    }

    @Test
    void aProfileIsTakenBackWholeOrNotAtAll() {
        RegisterImage before = applied(firmware, MlxregText.parseAssignments(PROFILE));
        RegisterEdit edit = edit(before, "time_base=8");
        RegisterImage after = edit.appliedTo(before);

        Restoration undo = undo(before, edit, after);
        assertThat(applied(after, undo.assignments())).isEqualTo(before);

        RegisterImage theirs = after.with(RoceAccl.field("range_size_0"), 9);
        Restoration left = undo(before, edit, theirs);
        assertThat(left.nothingToDo()).isTrue();
        assertThat(left.leftToOthers()).contains(RoceAccl.field("time_base"), RoceAccl.field("range_size_0"));
    }

    @Test
    void theFirmwaresTimeoutsComeBackWithAResetOnlySoAdpIsSwitchedOff() {
        RegisterImage before = firmware.with(RoceAccl.field("roce_adp_retrans_en"), 1);
        RegisterEdit edit = edit(before, PROFILE);
        RegisterImage after = edit.appliedTo(before);

        Restoration undo = undo(before, edit, after);

        assertThat(undo.assignments()).hasToString("[roce_adp_retrans_en=0]");
        assertThat(undo.cannot()).singleElement().asString().contains("only a reset of the firmware");
        assertThat(undo(before, edit, after.with(RoceAccl.field("roce_adp_retrans_en"), 0))
                        .nothingToDo())
                .isTrue();
    }

    @Test
    void aProfileWrittenWhileAdpWasOffStaysAndIsNotInForce() {
        RegisterImage before = firmware.with(RoceAccl.field("roce_adp_retrans_en"), 0);
        RegisterEdit edit = edit(before, PROFILE + ",roce_adp_retrans_en=1");

        Restoration undo = undo(before, edit, edit.appliedTo(before));

        assertThat(undo.assignments()).hasToString("[roce_adp_retrans_en=0]");
        assertThat(undo.cannot()).singleElement().asString().contains("adp_retx_profile_id stays 1");
    }

    @Test
    void aProfileThatSomebodyElseSwitchedOnIsSwitchedOff() {
        RegisterImage before = firmware.with(RoceAccl.field("roce_adp_retrans_en"), 0);
        RegisterEdit edit = edit(before, PROFILE);
        RegisterImage theirs = edit.appliedTo(before).with(RoceAccl.field("roce_adp_retrans_en"), 1);

        assertThat(undo(before, edit, theirs).assignments()).hasToString("[roce_adp_retrans_en=0]");
    }

    @Test
    void anEarlierStateComesBackWhoeverWroteSince() {
        RegisterField window = RoceAccl.field("roce_tx_window_en");
        RegisterImage target = firmware.with(window, 1);
        RegisterImage now = firmware.with(window, 0);

        assertThat(Restoration.to(target, List.of(window), now).assignments()).hasToString("[roce_tx_window_en=1]");
        assertThat(Restoration.to(target, List.of(window), target).nothingToDo())
                .isTrue();
    }

    @Test
    void aSelectBitThatReads0MakesItImpossible() {
        RegisterField window = RoceAccl.field("roce_tx_window_en");
        RegisterImage now = firmware.with(window, 0).with(RoceAccl.field("roce_tx_window_field_select"), 0);

        assertThat(Restoration.to(firmware.with(window, 1), List.of(window), now)
                        .possible(now))
                .isFalse();
    }
}
