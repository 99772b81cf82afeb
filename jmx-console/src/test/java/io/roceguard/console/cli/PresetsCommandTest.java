// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.adp.ProfilePresets;
import io.roceguard.console.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PresetsCommandTest {

    @Test
    void listsEachWithALine() {
        CliRun run = CliRun.of("presets");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines())
                .hasSameSizeAs(ProfilePresets.names())
                .contains("flap-1s        Survives a link that is down for a second. For ack_timeout 14 or more, any"
                        + " retry_cnt.");
    }

    @Test
    void jsonListsThemAsFlatObjects() {
        List<?> rows = (List<?>) CliRun.of("presets", "--json").document();

        assertThat(rows).hasSameSizeAs(ProfilePresets.names());
        assertThat(JsonObject.of(rows.get(0)).text("name")).contains("firmware-like");
        assertThat(JsonObject.of(rows.get(0)).text("purpose")).isPresent();
    }

    @ParameterizedTest
    @MethodSource("io.roceguard.adp.ProfilePresets#names")
    void whatItPrintsIsAProfileFile(String name) {
        CliRun run = CliRun.of("presets", name);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo(ProfilePresets.text(name).orElseThrow());
        assertThat(CliRun.of("presets", name, "--json").object().text("yaml")).contains(run.out());
        assertThat(CliRun.withStdin(run.out(), "validate", "-").lines().get(0))
                .isEqualTo("<stdin>: valid, nothing to remark.");
    }

    @Test
    void mistypedPresetGetsTheNearestName() {
        CliRun run = CliRun.of("presets", "long-hall");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("There is no preset long-hall. Did you mean long-haul?");
    }

    @Test
    void aPresetIsAProfile() {
        CliRun validate = CliRun.of("validate", "flap-10s", "--ack-timeout", "19", "--retry-count", "5");
        CliRun explain = CliRun.of("explain", "flap-10s", "--ack-timeout", "19", "--retry-count", "5");

        assertThat(validate.lines().get(0)).isEqualTo("preset flap-10s: valid, nothing to remark.");
        assertThat(explain.lines().get(0)).isEqualTo("preset flap-10s at ack_timeout 19, retry_cnt 5");
    }

    @Test
    void mistypedProfileGetsTheNearestPresetOrFile(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("mine.yaml"), "time_base: 4\n");

        CliRun preset = CliRun.of("validate", "fast-detct");
        CliRun mistyped = CliRun.of("validate", directory.resolve("mien.yaml").toString());

        assertThat(preset.exitCode()).isEqualTo(2);
        assertThat(preset.err())
                .contains("There is no file fast-detct and no preset of that name. Did you mean fast-detect?"
                        + " Give a file, - for stdin, or a preset: firmware-like, ");
        assertThat(mistyped.exitCode()).isEqualTo(2);
        assertThat(mistyped.err()).contains("Did you mean " + file + "?");
    }
}
