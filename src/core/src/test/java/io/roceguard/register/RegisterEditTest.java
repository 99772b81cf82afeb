// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegisterEditTest {

    private static final String DOCUMENT_NAMED_LINE = "roce_adp_retrans_en=0x1,adp_retx_profile_id=0x1,time_base=4,"
            + "time_unit=1,start_range_index=0,range_num=1,qp_total_timeout=1,timeout_init_range_size=2,"
            + "timeout_init_low_bound=0,range_size_0=0x2,range_low_bound_0=0,timeout_retry_num_0=0x1,dec_mode_0=1,"
            + "prev_range_index_0=0";

    private static final String DOCUMENT_RAW_LINE = "0x4.0:1=1,0x4.28:3=1,0x10.0:16=4,0x10.22:2=1,0x10.24:3=0,"
            + "0x10.28:3=1,0x10.31:1=1,0x14.0:8=2,0x14.8:8=0,0x18.0:8=2,0x18.8:8=0,0x18.16:10=1,0x18.26:2=1";

    private final RegisterImage dump = GoldenRegister.defaultDump();
    private final RegisterImage profile1 = GoldenRegister.profileDump();

    private static RegisterEdit edit(RegisterImage current, String assignments) {
        return RegisterEdit.of(current, MlxregText.parseAssignments(assignments));
    }

    private void refused(String assignments, String reason) {
        assertThatThrownBy(() -> edit(dump, assignments))
                .isInstanceOf(RegisterEditException.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {DOCUMENT_NAMED_LINE, DOCUMENT_RAW_LINE})
    void bothLinesOfTheDocumentGiveTheSmallestSet(String line) {
        RegisterEdit edit = edit(dump, line);

        assertThat(edit.image())
                .isEqualTo(RegisterImage.ofWords(
                        0x10000001, 0x10000001, 0, 0, 0x90400004, 0x00000002, 0x04010002, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        assertThat(edit.selects())
                .extracting(RegisterField::name)
                .containsExactly("roce_adp_retrans_field_select", "adp_retx_profile_select");
        assertThat(edit.appliedTo(dump)).isEqualTo(profile1);
        assertThat(edit.toString()).startsWith("0x10000001 0x10000001 0x00000000");
    }

    @Test
    void selectsOnlyTheFieldItChanges() {
        RegisterEdit edit = edit(dump, "roce_tx_window_en=on");

        assertThat(edit.image().word(0)).isEqualTo(2);
        assertThat(edit.image().word(1)).isEqualTo(2);
        assertThat(edit.written()).containsOnlyKeys(RoceAccl.field("roce_tx_window_en"));
    }

    @Test
    void clearingAFieldStillSelectsIt() {
        assertThat(edit(dump, "roce_adp_retrans_en=0").image().hexWords()).startsWith("0x00000001", "0x00000000");
    }

    @Test
    void writesACcProbeModeBesideReadOnlyFieldsOfItsDword() {
        RegisterImage current = dump.with(RoceAccl.field("cc_probe_mp_mode_field_select"), 1);

        RegisterEdit edit = edit(current, "cc_probe_mp_mode=1");

        assertThat(edit.image().hexWords()).startsWith("0x00000800", "0x00000000", "0x00100000", "0x00000000");
        assertThat(edit.appliedTo(current).word(2)).isEqualTo(0x41100fa0);
    }

    @Test
    void readOnlyFieldIsRefused() {
        refused("adp_retx_base_timeout_min=4000", "adp_retx_base_timeout_min is read-only");
        refused("0x8.24:3=1", "adp_retx_profile_max_id is read-only");
    }

    @Test
    void fieldWhoseSelectBitReadsZeroIsRefused() {
        refused(
                "dc_half_handshake_en=1",
                "not configurable on this function: its select bit dc_half_handshake_en_field_select reads 0");
    }

    @Test
    void valueThatDoesNotFitIsRefused() {
        refused("time_base=65536", "time_base must be 0..65535 (16 bits): value=65536");
        refused("adp_retx_profile_id=0xffffffff,time_base=1", "adp_retx_profile_id must be 0..7");
    }

    @Test
    void sameFieldTwiceIsRefusedInWhicheverNotation() {
        refused("time_base=4,0x10.0:16=4", "time_base is assigned twice");
    }

    @Test
    void ackDscpKeepsAckDscpForce() {
        RegisterImage current = dump.with(RoceAccl.field("ack_dscp_force"), 1).with(RoceAccl.field("ack_dscp"), 12);

        RegisterEdit edit = edit(current, "ack_dscp=46");

        assertThat(edit.image().get("ack_dscp_force")).isEqualTo(1);
        assertThat(edit.image().get("ack_dscp")).isEqualTo(46);
        assertThat(edit.selects()).extracting(RegisterField::name).containsExactly("ack_dscp_force_field_select");
        assertThat(edit.written()).containsOnlyKeys(RoceAccl.field("ack_dscp_force"), RoceAccl.field("ack_dscp"));
    }

    @Test
    void profileIsRewrittenWholeWithWhatIsNotAssigned() {
        RegisterEdit edit = edit(profile1, "time_base=8");

        assertThat(edit.image().hexWords())
                .startsWith(
                        "0x10000000",
                        "0x10000000",
                        "0x00000000",
                        "0x00000000",
                        "0x90400008",
                        "0x00000002",
                        "0x04010002");
        assertThat(edit.written())
                .hasSize(RoceAccl.selectedBy(RoceAccl.field("adp_retx_profile_select"))
                        .size());
    }

    @Test
    void unassignedProfileFieldsComeFromTheReadingOfThatProfile() {
        RegisterEdit edit =
                RegisterEdit.of(dump, profile1, MlxregText.parseAssignments("adp_retx_profile_id=1,range_size_0=3"));

        assertThat(edit.image().hexWords())
                .startsWith(
                        "0x10000000",
                        "0x10000000",
                        "0x00000000",
                        "0x00000000",
                        "0x90400004",
                        "0x00000002",
                        "0x04010003");
    }

    @Test
    void unassignedProfileFieldsAreZeroWhenAnotherProfileIsShown() {
        RegisterImage current = profile1.with(RoceAccl.field("adp_retx_profile_max_id"), 2);

        RegisterEdit edit = edit(current, "adp_retx_profile_id=2,time_base=16");

        assertThat(edit.image().hexWords())
                .startsWith("0x10000000", "0x20000000", "0x00000000", "0x00000000", "0x00000010", "0x00000000");
    }

    @Test
    void profileToRewriteIsTheAssignedOrTheActiveOne() {
        assertThat(RegisterEdit.profileToRewrite(profile1, MlxregText.parseAssignments("time_base=8")))
                .isEqualTo(OptionalInt.of(1));
        assertThat(RegisterEdit.profileToRewrite(dump, MlxregText.parseAssignments("adp_retx_profile_id=1")))
                .isEqualTo(OptionalInt.of(1));
        assertThat(RegisterEdit.profileToRewrite(profile1, MlxregText.parseAssignments("roce_tx_window_en=1")))
                .isEmpty();
    }

    @Test
    void profileZeroIsRefused() {
        refused("adp_retx_profile_id=0,time_base=4", "Profile 0 is the firmware's own");
        refused("time_base=4", "Profile 0 is the firmware's own");
    }

    @Test
    void profileBeyondTheHighestIsRefused() {
        refused("adp_retx_profile_id=2,time_base=4", "adp_retx_profile_id must be 1..1 on this device: value=2");
    }

    @Test
    void selectAloneIsRefusedAndWithItsFieldIsFine() {
        refused("roce_tx_window_field_select=1", "Assigning roce_tx_window_field_select=1 alone");
        assertThat(edit(dump, "roce_tx_window_field_select=1,roce_tx_window_en=1")
                        .image())
                .isEqualTo(edit(dump, "roce_tx_window_en=1").image());
    }

    @Test
    void selectZeroContradictsItsFieldAndIsFineWithoutIt() {
        refused("roce_tx_window_field_select=0,roce_tx_window_en=1", "contradicts");
        assertThat(edit(dump, "roce_tx_window_field_select=0,roce_adp_retrans_en=1")
                        .image())
                .isEqualTo(edit(dump, "roce_adp_retrans_en=1").image());
    }

    @Test
    void nothingAssignedIsRefused() {
        assertThatThrownBy(() -> RegisterEdit.of(dump, List.of()))
                .isInstanceOf(RegisterEditException.class)
                .hasMessageContaining("Nothing is assigned");
        refused("roce_tx_window_field_select=0", "Nothing is assigned");
    }

    @Test
    void notTakenNamesTheWrittenFieldsThatReadDifferently() {
        RegisterEdit edit = edit(dump, "roce_tx_window_en=1,roce_slow_restart_en=0");
        RegisterImage after = dump.with(RoceAccl.field("roce_slow_restart_en"), 0);

        assertThat(edit.notTaken(edit.appliedTo(dump))).isEmpty();
        assertThat(edit.notTaken(after)).containsExactly(RoceAccl.field("roce_tx_window_en"));
    }

    @Test
    void changedByOthersNamesOnlyFieldsOutsideTheEdit() {
        RegisterEdit edit = edit(dump, "roce_tx_window_en=1");
        RegisterImage after = edit.appliedTo(dump).with(RoceAccl.field("roce_slow_restart_en"), 0);

        assertThat(edit.changedByOthers(dump, edit.appliedTo(dump))).isEmpty();
        assertThat(edit.changedByOthers(dump, after)).containsExactly(RoceAccl.field("roce_slow_restart_en"));
    }

    @Test
    void setIsAsLongAsTheReading() {
        assertThat(edit(dump.resized(RegisterImage.LONG_DWORDS), "roce_tx_window_en=1")
                        .image()
                        .dwords())
                .isEqualTo(RegisterImage.LONG_DWORDS);
    }

    @Test
    void unreadDeviceAllowsEveryWritableField() {
        assertThat(RoceAccl.FIELDS)
                .filteredOn(field -> field.select() != null && !field.name().equals("adp_retx_profile_id"))
                .allSatisfy(field -> assertThat(RegisterEdit.of(
                                        RegisterEdit.unread(),
                                        List.of(
                                                new Assignment(RoceAccl.field("adp_retx_profile_id"), 1),
                                                new Assignment(field, field.max())))
                                .image()
                                .get(field))
                        .isEqualTo(field.max()));
    }
}
