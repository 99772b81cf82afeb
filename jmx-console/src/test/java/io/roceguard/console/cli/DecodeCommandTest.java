// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.roceguard.console.json.JsonObject;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecodeCommandTest {

    @Test
    void jsonHasTheFieldsOfTheDocumentsDump() {
        CliRun run = CliRun.of("decode", "--json", CliRun.file("mlxreg_raw_profile1.txt"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(fields(run))
                .contains(
                        entry("roce_adp_retrans_en", 1),
                        entry("adp_retx_profile_id", 1),
                        entry("adp_retx_base_timeout_min", 4000),
                        entry("time_base", 4),
                        entry("qp_total_timeout", 1),
                        entry("range_size_0", 2));
        assertThat(fields(run).keySet()).containsExactlyElementsOf(RoceAccl.names());
        assertThat(run.object().texts("words"))
                .hasSize(16)
                .startsWith("0x1800065f", "0x10000005", "0x41000fa0", "0x00000000", "0x90400004");
        assertThat(run.object().texts("unknown_bits")).isEmpty();
    }

    @Test
    void jsonHasTheProfileInTheShapeOfAProfileFile() {
        CliRun run = CliRun.of("decode", "--json", CliRun.file("mlxreg_raw_profile1.txt"));

        JsonObject profile = JsonObject.of(run.object().get("profile"));
        assertThat(profile.get("timeout_init")).isEqualTo(Map.of("low_bound", 0, "range_size", 2));
        assertThat(profile.get("ranges"))
                .isEqualTo(List.of(Map.of(
                        "low_bound",
                        0,
                        "range_size",
                        2,
                        "retry_num",
                        1,
                        "dec_mode",
                        "TO_DIV_2",
                        "prev_range_index",
                        0)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "profile1"})
    void namedListingSaysTheSameAsTheRawOne(String dump) {
        CliRun raw = CliRun.withStdin(CliRun.resource("mlxreg_raw_" + dump + ".txt"), "decode", "--json");
        CliRun named = CliRun.withStdin(CliRun.resource("mlxreg_named_" + dump + ".txt"), "decode", "-", "--json");

        assertThat(raw.exitCode()).isZero();
        assertThat(named.exitCode()).isZero();
        assertThat(fields(named)).isEqualTo(fields(raw));
    }

    @Test
    void namedListingReportsWhatItLeavesOutAndWhatHasNoPlace() {
        CliRun run = CliRun.of("decode", "--json", CliRun.file("mlxreg_named_default.txt"));

        assertThat(run.object().texts("not_listed"))
                .containsExactly("cc_probe_mp_mode_field_select", "cc_probe_mp_mode");
        assertThat(run.object().get("unplaced"))
                .isEqualTo(Map.of("ps_metadata_reg_id_select", 0, "ps_metadata_reg_id", 0));
    }

    @Test
    void textShowsTimesInsteadOfExponents() {
        CliRun run = CliRun.of("decode", CliRun.file("mlxreg_raw_profile1.txt"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines())
                .contains("ROCE_ACCL, listing by id, 0x40 bytes")
                .anySatisfy(line -> assertThat(line).matches("  roce_adp_retrans_en +1 +1 +on"))
                .anySatisfy(line -> assertThat(line).matches("  adp_retx_base_timeout_min +4000 +4 us"))
                .anySatisfy(line -> assertThat(line).matches("  0 +0 +2 +4 us \\.\\. 8 us +1 +TO_DIV_2 +0"))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        assertThat(run.out()).doesNotContain("\u001b");
    }

    @Test
    void textShowsUnlistedFieldsAsUnknownRatherThanZero() {
        CliRun run = CliRun.of("decode", CliRun.file("mlxreg_named_default.txt"));

        assertThat(run.lines())
                .anySatisfy(line -> assertThat(line).matches("  cc_probe_mp_mode +- +- +not in the text"))
                .anySatisfy(line -> assertThat(line).matches("  ps_metadata_reg_id +0"));
    }

    @Test
    void unknownBitsAreShown() {
        String words = "0x00001000 " + "0x0 ".repeat(15);

        assertThat(CliRun.withStdin(words, "decode", "--json").object().texts("unknown_bits"))
                .containsExactly("0x0.12");
        assertThat(CliRun.withStdin(words, "decode").out())
                .contains("no field is known")
                .contains("0x0.12");
    }

    @Test
    void endlessExponentsSaturate() {
        RegisterImage image = RegisterImage.zero()
                .with(RoceAccl.field("time_base"), 65535)
                .with(RoceAccl.field("time_unit"), 1)
                .with(RoceAccl.field("range_num"), 7)
                .with(RoceAccl.field("retx_total_timeout"), 255)
                .with(RoceAccl.field("range_low_bound_0"), 255)
                .with(RoceAccl.field("range_size_0"), 255)
                .with(RoceAccl.field("dec_mode_0"), 3);

        CliRun run = CliRun.withStdin(image.toString(), "decode");

        assertThat(run.lines())
                .anySatisfy(line -> assertThat(line).matches("  retx_total_timeout +255 +more than 292 years"))
                .anySatisfy(
                        line -> assertThat(line).contains("more than 292 years .. more than 292 years", "reserved 3"));
    }

    @Test
    void badWordIsNamedWithItsPlace(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("dump.txt");
        Files.writeString(file, "0x1800065f 0x10000005\n0x41000fa0 0x0000000g\n");

        CliRun run = CliRun.of("decode", file.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("roceguard: " + file + ":2:12: ").contains("0x0000000g");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void megabyteOfGarbageIsOneShortError(long seed) {
        byte[] garbage = new byte[1 << 20];
        new Random(seed).nextBytes(garbage);

        CliRun run = CliRun.withStdin(new String(garbage, java.nio.charset.StandardCharsets.ISO_8859_1), "decode");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("roceguard: <stdin>:").hasSizeLessThan(400);
    }

    @Test
    void moreThanAMegabyteIsRefused() {
        CliRun run = CliRun.withStdin("0".repeat((1 << 20) + 1), "decode");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("roceguard: <stdin> is larger than 1 MiB, which no register text is.\n");
    }

    @Test
    void missingFileIsBadInput(@TempDir Path directory) {
        CliRun missing = CliRun.of("decode", directory.resolve("none").toString());
        CliRun noFile = CliRun.of("decode", directory.toString());

        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err()).contains("There is no file").contains("- for stdin");
        assertThat(noFile.exitCode()).isEqualTo(2);
        assertThat(noFile.err()).contains("cannot be read");
    }

    private static Map<String, Object> fields(CliRun run) {
        return JsonObject.of(run.object().get("fields")).members();
    }
}
