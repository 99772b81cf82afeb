// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncodeCommandTest {

    private static final String NAMED = "roce_adp_retrans_en=0x1,adp_retx_profile_id=0x1,time_base=4,time_unit=1,"
            + "start_range_index=0,range_num=1,qp_total_timeout=1,timeout_init_range_size=2,timeout_init_low_bound=0,"
            + "range_size_0=0x2,range_low_bound_0=0,timeout_retry_num_0=0x1,dec_mode_0=1,prev_range_index_0=0";
    private static final String RAW =
            "0x4.0:1=1,0x4.28:3=1,0x10.0:16=4,0x10.22:2=1,0x10.24:3=0,0x10.28:3=1,0x10.31:1=1,"
                    + "0x14.0:8=2,0x14.8:8=0,0x18.0:8=2,0x18.8:8=0,0x18.16:10=1,0x18.26:2=1";

    @ParameterizedTest
    @ValueSource(strings = {NAMED, RAW})
    void documentsLineSelectsTwoBitsAndWritesItsProfile(String line) {
        CliRun run = CliRun.of("encode", "--json", "--set", line, "--base", CliRun.file("mlxreg_raw_default.txt"));

        assertThat(run.exitCode()).isZero();
        List<String> words = run.object().texts("words");
        assertThat(words).hasSize(16);
        assertThat(words.get(0)).isEqualTo("0x10000001");
        assertThat(words.subList(4, 8)).containsExactly("0x90400004", "0x00000002", "0x04010002", "0x00000000");
        assertThat(run.object().texts("selects"))
                .containsExactly("roce_adp_retrans_field_select", "adp_retx_profile_select");
        assertThat(run.object().texts("mlxreg"))
                .hasSize(2)
                .allMatch(command -> command.startsWith("mlxreg -d DEVICE "));
    }

    @Test
    void baseThatShowsTheProfileKeepsItsOtherFields() {
        CliRun run =
                CliRun.of("encode", "--json", "--set", "time_base=8", "--base", CliRun.file("mlxreg_raw_profile1.txt"));

        assertThat(run.err()).isEmpty();
        assertThat(run.object().texts("words").subList(0, 8))
                .containsExactly(
                        "0x10000000",
                        "0x10000000",
                        "0x00000000",
                        "0x00000000",
                        "0x90400008",
                        "0x00000002",
                        "0x04010002",
                        "0x00000000");
    }

    @Test
    void withoutBaseItSaysWhichFieldsAreSentAsZero() {
        CliRun run = CliRun.of("encode", "--json", "--set", "ack_dscp=46");

        assertThat(run.exitCode()).isZero();
        assertThat(run.object().texts("words")).startsWith("0x00000200", "0x0000b800");
        assertThat(run.err()).contains("Without --base").contains("sent as 0: ack_dscp_force.");
    }

    @Test
    void baseOfAnotherProfileIsNamedInTheNote() {
        CliRun run = CliRun.of("encode", "--set", NAMED, "--base", CliRun.file("mlxreg_raw_default.txt"));

        assertThat(run.err()).contains("shows profile 0").contains("profile 1").contains("retx_total_timeout");
    }

    @Test
    void listingThatLacksFieldsIsNamedInTheNote() {
        CliRun run =
                CliRun.of("encode", "--set", "roce_tx_window_en=1", "--base", CliRun.file("mlxreg_named_default.txt"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).contains("does not list cc_probe_mp_mode_field_select, cc_probe_mp_mode;");
    }

    @Test
    void textShowsWordsSelectBitsAndCommandsForTheDevice() {
        CliRun run = CliRun.of("encode", "--set", "roce_adp_retrans_en=0", "--device", "1a:00.0");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines())
                .contains("  0x00  0x00000001 0x00000000 0x00000000 0x00000000")
                .contains("  roce_adp_retrans_field_select")
                .anySatisfy(line -> assertThat(line).startsWith("  mlxreg -d 1a:00.0 --yes --reg_name ROCE_ACCL"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "adp_retx_base_timeout_min=1",
                "time_base=65536",
                "adp_retx_profile_id=0",
                "time_base=1,time_base=2",
                "adaptive_routing_forced_en=1",
            })
    void changeThatTheRegisterDoesNotAllowIsANo(String refused) {
        CliRun run = CliRun.of("encode", "--json", "--set", refused, "--base", CliRun.file("mlxreg_raw_profile1.txt"));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.object().get("exit_code")).isEqualTo(1);
        assertThat(run.object().text("error").orElseThrow()).isNotEmpty();
        assertThat(run.err()).startsWith("roceguard: ");
    }

    @Test
    void mistypedFieldGetsTheNearestName() {
        CliRun run = CliRun.of("encode", "--set", "roce_adp_retrans_en=1, time_bas=4");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(":1:24: ").contains("time_bas").contains("Did you mean time_base?");
    }

    @Test
    void baseThatIsNoRegisterTextIsNamedWithItsPlace(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("base.txt");
        Files.writeString(file, "hello\n");

        CliRun run = CliRun.of("encode", "--set", "time_base=4", "--base", file.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(file + ":1:1: ");
    }
}
