// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.console.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidateCommandTest {

    private static final String OVERLAP = """
            time_base: 4
            retx_total_timeout: 12
            timeout_init: {low_bound: 5, range_size: 3}
            ranges:
              - {low_bound: 5, range_size: 3, retry_num: 2, dec_mode: TO_LOW_BOUND}
              - {low_bound: 5, range_size: 2, retry_num: 2, dec_mode: TO_DIV_2}
            """;

    @Test
    void textNamesEachFindingItsPlaceAndItsFix() {
        CliRun run = CliRun.withStdin(OVERLAP, "validate", "-");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines())
                .startsWith(
                        "<stdin>: not valid, 1 error.",
                        "  ERROR  E_SORTED  ranges[1].low_bound, line 6 column 17",
                        "    range_low_bound of range 1 is not above that of range 0.",
                        "    Sort the ranges by low_bound, each higher than the one before.");
        assertThat(run.lines().get(run.lines().size() - 1))
                .startsWith("A profile applies to all queue pairs of the PF");
    }

    @Test
    void jsonHasTheFindingsAndWhatWasNotLookedFor() {
        CliRun run = CliRun.withStdin(OVERLAP, "validate", "-", "--json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.object().get("valid")).isEqualTo(false);
        JsonObject finding = run.object().objects("findings").get(0);
        assertThat(finding.text("code")).contains("E_SORTED");
        assertThat(finding.text("severity")).contains("ERROR");
        assertThat(finding.get("line")).isEqualTo(6);
        assertThat(run.object().objects("skipped").get(0).text("reason"))
                .contains("The firmware version is not given.");
    }

    @Test
    void whatIsGivenIsLookedAt() {
        CliRun run = CliRun.of(
                "validate",
                CliRun.file("sample.yaml"),
                "--ack-timeout",
                "14",
                "--retry-count",
                "7",
                "--firmware",
                "28.45.1020",
                "--rtt",
                "12us",
                "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.object().objects("findings").stream()
                        .map(finding -> finding.text("code").orElseThrow()))
                .containsExactly("W_FW_DEC_PREV", "W_BELOW_RTT", "W_STORM");
        assertThat(run.object().objects("skipped")).isEmpty();
    }

    @Test
    void takesAReadingOfTheRegisterAndTheLimitsInIt() {
        CliRun run = CliRun.of("validate", CliRun.file("mlxreg_raw_profile1.txt"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines().get(0)).endsWith("mlxreg_raw_profile1.txt: valid, nothing to remark.");
    }

    @Test
    void takesTheLimitsOfAnotherDevice(@TempDir Path directory) throws Exception {
        Path device = Files.writeString(directory.resolve("device.yaml"), "adp_retx_profile_max_range_num: 1\n");

        CliRun run = CliRun.of("validate", CliRun.file("fast.yaml"), "--capabilities", device.toString(), "--json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.object().objects("findings").get(0).text("code")).contains("E_RANGE_NUM_MAX");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--ack-timeout 14 | --ack-timeout and --retry-count belong together: give both.",
                "--ack-timeout 32 --retry-count 7 | ack_timeout must be 0..31: 32.",
                "--ack-timeout 14 --retry-count -1 | retry_cnt must be 0..7: -1.",
                "--firmware newest | --firmware must be a version such as 28.46.1006: value=newest.",
                "--rtt 12 | must be a positive duration with its unit (ns, us, ms, s, m, h, d), such as 500ms: value=12.",
                "--capabilities /no/such/file | There is no file /no/such/file.",
            })
    void whatCannotBeTakenIsUsage(String options, String message) {
        List<String> words = new ArrayList<>(List.of("validate", CliRun.file("fast.yaml")));
        words.addAll(List.of(options.split(" ", -1)));

        CliRun run = CliRun.of(words.toArray(String[]::new));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(message);
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | <stdin>: The text holds no register.",
                "'# nothing but a comment' | <stdin>:1:1: This is no register text: found #.",
                "time base of 4 us | <stdin>:1:1: This is no register text: found time.",
            })
    void whatIsNeitherAProfileNorARegisterIsToldHowAProfileBegins(String text, String message) {
        CliRun run = CliRun.withStdin(text, "validate", "-");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(message, "A profile file (YAML) begins with a key, such as time_base: 4.");
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheProfile() {
        CliRun run = CliRun.withStdin("\u00ef\u00bb\u00bf" + OVERLAP, "validate", "-");

        assertThat(run.lines().get(0)).isEqualTo("<stdin>: not valid, 1 error.");
    }

    @Test
    void onlyOneFileComesFromStdin() {
        CliRun run = CliRun.withStdin(OVERLAP, "validate", "-", "--capabilities", "-");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("Only one of PROFILE and --capabilities can come from stdin.");
    }

    @Test
    void aFileThatIsNoProfileIsNamedWithThePosition() {
        CliRun run = CliRun.withStdin(OVERLAP.replace("time_base: 4", "time_bas: 4"), "validate", "-");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("<stdin>:1:1: Unknown key time_bas. Did you mean time_base?");
    }
}
