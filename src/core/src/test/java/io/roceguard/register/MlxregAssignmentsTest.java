// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.text.TextException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MlxregAssignmentsTest {

    private static void takes(String text, String canonical) {
        assertThat(MlxregText.assignmentsByName(MlxregText.parseAssignments(text)))
                .isEqualTo(canonical);
    }

    private static void refuses(String text, int column, String problem) {
        assertThatThrownBy(() -> MlxregText.parseAssignments(text))
                .isInstanceOf(TextException.class)
                .hasMessageStartingWith("assignments:1:" + column + ": ")
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource({
        "range_size_0, range_size_0",
        "RANGE_SIZE_3, range_size_3",
        "timeout_range[0].range_size_0, range_size_0",
        "timeout_range[0].range_size, range_size_0",
        "adp_retx_profile.timeout_range[3].prev_range_index, prev_range_index_3",
        "adp_retx_profile.timeout_range[1].dec_mode_1, dec_mode_1",
        "timeout_range[2].timeout_retry_num, timeout_retry_num_2",
        "adp_retx_profile.time_base, time_base",
        "Ifa2_turn_around_en, ifa2_turn_around_en",
        "ADP_RETX_PROFILE.Timeout_Range[1].Range_Low_Bound, range_low_bound_1"
    })
    void nameMayCarryAnyEndOfItsPathInAnyCase(String written, String canonical) {
        takes(written + "=1", canonical + "=1");
    }

    @Test
    void bothNotationsMixWithBlanksAroundItems() {
        takes(" time_base = 4 ,\t0x4.28:3=1,\n0x4.0:1=0x1", "time_base=4,adp_retx_profile_id=1,roce_adp_retrans_en=1");
    }

    @Test
    void bitsOverSeveralWholeFieldsAssignEachOfThem() {
        takes("0x10.0:32=0x90400004", "time_base=4,time_unit=1,start_range_index=0,range_num=1,qp_total_timeout=1");
        takes("0x4.9:7=0x7d", "ack_dscp_force=1,ack_dscp=62");
        takes("0x14.8:24=0x050003", "timeout_init_low_bound=3,retx_total_timeout=5");
    }

    @Test
    void bitsOverPartOfAFieldAreRefused() {
        refuses("time_unit=1,0x10.0:8=4", 13, "covers time_base (0x10.0:16) only in part");
        refuses("0x4.8:4=1", 1, "covers ack_dscp (0x4.10:6) only in part");
    }

    @Test
    void reservedBitsMayBeCoveredWithZeroOnly() {
        takes("0x10.16:8=0x40", "time_unit=1");
        assertThat(MlxregText.parseAssignments("0x30.0:32=0,0x7c.0:32=0")).isEmpty();
        refuses("0x10.16:8=0x41", 1, "writes 1 to the reserved bit 0x10.16");
        refuses("0x0.12:1=1", 1, "reserved bit 0x0.12");
        refuses("0x7c.31:1=1", 1, "reserved bit 0x7c.31");
    }

    @ParameterizedTest
    @CsvSource({
        "0x5.0:1=1, multiple of 4 from 0x0 to 0x7c: address=0x5",
        "0x80.0:1=1, address=0x80",
        "0xffffffff.0:1=1, address=0xffffffff",
        "0x4.30:4=1, bit=30 size=4",
        "0x4.32:1=1, bit=32 size=1",
        "0x4.0:33=1, bit=0 size=33",
        "0x4.0:0=0, bit=0 size=0",
        "0x4.28:3=9, must fit 3 bits: value=9",
        "0x4=1, 0x4 is no position",
        "0x4.28=1, no position",
        "4:3.1=1, no position",
        "0x4.28:3=on, The value must be a decimal number",
        "0xg.0:1=1, The address must be a decimal number",
        "0x4.:1=1, The bit must be a decimal number"
    })
    void badPositionIsRefused(String written, String problem) {
        refuses(written, 1, problem);
    }

    @ParameterizedTest
    @CsvSource({
        "010, ambiguous: mlxreg reads a number with a leading 0 as octal",
        "08, ambiguous",
        "00, ambiguous",
        "-3, must not be negative: value=-3",
        "-0x3, must not be negative",
        "0x, hexadecimal with 0x: value=0x",
        "'', decimal number or hexadecimal with 0x: value=",
        "4us, value=4us",
        "4294967296, larger than 32 bits: value=4294967296",
        "0x100000000, larger than 32 bits",
        "99999999999999999999999999, larger than 32 bits",
        "+4, value=+4",
        "on, time_base must be a decimal number",
        "\u0664, value=?"
    })
    void badNumberIsRefused(String value, String problem) {
        refuses("time_base=" + value, 1, problem);
    }

    @Test
    void numberTakesUpTo32BitsSinceTheEditJudgesTheFit() {
        takes("time_base=0xFFFFFFFF", "time_base=4294967295");
        takes("time_base=0x000000000004", "time_base=4");
        takes("time_base=0", "time_base=0");
    }

    @Test
    void switchesTakeWordsInAnyCase() {
        takes(
                "roce_adp_retrans_en=On,roce_tx_window_en=OFF,roce_slow_restart_en=true,qp_total_timeout=False,"
                        + "ack_dscp_force=Enabled,cc_per_plane_en=disabled",
                "roce_adp_retrans_en=1,roce_tx_window_en=0,roce_slow_restart_en=1,qp_total_timeout=0,"
                        + "ack_dscp_force=1,cc_per_plane_en=0");
    }

    @Test
    void decModeTakesItsNames() {
        takes(
                "dec_mode_0=TO_DIV_4,dec_mode_1=to_div_2,timeout_range[2].dec_mode=TO_LOW_BOUND",
                "dec_mode_0=0,dec_mode_1=1,dec_mode_2=2");
    }

    @Test
    void mistypedWordIsRefusedWithTheNearest() {
        refuses("roce_adp_retrans_en=ture", 1, "value=ture. Did you mean true?");
        refuses(
                "dec_mode_0=TO_DIV2",
                1,
                "one of TO_DIV_2, TO_DIV_4, TO_LOW_BOUND: value=TO_DIV2. Did you mean TO_DIV_2?");
        refuses("roce_adp_retrans_field_select=on", 1, "must be a decimal number");
    }

    @Test
    void unknownNameIsRefusedWithTheNearest() {
        refuses("time_unit=1, time_bas=4", 14, "ROCE_ACCL has no field time_bas. Did you mean time_base?");
        refuses("range_size=4", 1, "Did you mean range_size_0?");
        refuses("timeout_range[0].range_sise=4", 1, "Did you mean timeout_range[0].range_size?");
        refuses("=4", 1, "ROCE_ACCL has no field .");
    }

    @Test
    void pathThatDisagreesWithTheNameIsRefused() {
        refuses(
                "timeout_range[1].range_size_0=2",
                1,
                "range_size_0 is adp_retx_profile.timeout_range[0].range_size_0, not timeout_range[1].range_size_0.");
        refuses("timeout_range[0].time_base=2", 1, "time_base is adp_retx_profile.time_base, not");
        refuses("adp_retx_profile.roce_adp_retrans_en=1", 1, "roce_adp_retrans_en is roce_adp_retrans_en, not");
        refuses("timeout_range[4].range_size=2", 1, "has no field timeout_range[4].range_size.");
    }

    @Test
    void fieldWithoutAPositionIsRefused() {
        refuses("ps_metadata_reg_id=1", 1, "no publicly known position");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "\n"})
    void emptyTextIsRefused(String text) {
        refuses(text, text.length() + 1, "An assignment is missing here");
    }

    @Test
    void itemWithoutAssignmentIsRefusedAtItsColumn() {
        refuses("time_base=4,,time_unit=1", 13, "An assignment is missing here");
        refuses("time_base=4,", 13, "An assignment is missing here");
        refuses("time_base=4, time_unit", 14, "time_unit assigns nothing");
        refuses("\"time_base=4\"", 1, "Quotes are the shell's");
        refuses("time_base=4=5", 1, "value=4=5");
    }

    @Test
    void fieldGivenTwiceIsLeftToTheEdit() {
        takes("time_base=4,time_base=5", "time_base=4,time_base=5");
    }

    @Test
    void hugeInputIsRefusedFastWithAShortMessage() {
        List<String> inputs = List.of(
                "x".repeat(1 << 20),
                "a.".repeat(1 << 19) + "b=1",
                "time_base=" + "9".repeat(1 << 20),
                "0x" + "0".repeat(1 << 20) + "z.0:1=1",
                "\u0000\u001b[2J".repeat(1 << 18) + "=1",
                ",".repeat(1 << 20));
        Assertions.assertTimeout(
                Duration.ofMinutes(1),
                () -> assertThat(inputs)
                        .allSatisfy(input -> assertThatThrownBy(() -> MlxregText.parseAssignments(input))
                                .isInstanceOf(TextException.class)
                                .message()
                                .hasSizeLessThan(250)
                                .matches("[ -~]*")));
    }

    @Test
    void setCommandsSpellOutTheEdit() {
        RegisterEdit edit = RegisterEdit.of(
                GoldenRegister.defaultDump(),
                MlxregText.parseAssignments("roce_adp_retrans_en=0,ifa2_turn_around_en=1"));

        assertThat(MlxregText.setCommands(edit, "1a:00.0"))
                .containsExactly(
                        "mlxreg -d 1a:00.0 --yes --reg_name ROCE_ACCL --overwrite --set \"roce_adp_retrans_field_select=1,"
                                + "ifa2_turn_around_select=1,roce_adp_retrans_en=0,Ifa2_turn_around_en=1\"",
                        "mlxreg -d 1a:00.0 --yes --reg_id 0x402c --reg_len 0x40 --set \"0x0.0:32=0x08000001,"
                                + "0x4.0:32=0x08000000,0x8.0:32=0x00000000,0xc.0:32=0x00000000,0x10.0:32=0x00000000,"
                                + "0x14.0:32=0x00000000,0x18.0:32=0x00000000,0x1c.0:32=0x00000000,"
                                + "0x20.0:32=0x00000000,0x24.0:32=0x00000000,0x28.0:32=0x00000000,"
                                + "0x2c.0:32=0x00000000,0x30.0:32=0x00000000,0x34.0:32=0x00000000,"
                                + "0x38.0:32=0x00000000,0x3c.0:32=0x00000000\"");
        assertThat(MlxregText.setCommands(edit, "a'; reboot"))
                .allSatisfy(command -> assertThat(command).startsWith("mlxreg -d 'a'\\''; reboot' --yes "));
    }
}
