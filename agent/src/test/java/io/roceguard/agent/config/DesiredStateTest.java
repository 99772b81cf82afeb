// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.roceguard.adp.ProfilePresets;
import io.roceguard.agent.config.DesiredStateRule.Mode;
import io.roceguard.register.MlxregText;
import io.roceguard.text.TextException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DesiredStateTest {

    private static final Path EXAMPLE = Path.of("../src/dist/etc/roceguard.yaml");

    @TempDir
    private Path directory;

    private static List<DesiredStateRule> rules(String text) {
        return ConfigFile.parse("test", text).desiredState();
    }

    private Path config(String text) throws Exception {
        return Files.writeString(directory.resolve("roceguard.yaml"), text);
    }

    @Test
    void nothingIsWantedWhereNothingIsSaid() {
        assertThat(DaemonConfig.defaults().desiredState()).isEmpty();
        assertThat(rules("desired_state:\n")).isEmpty();
        assertThat(rules("desired_state: []")).isEmpty();
    }

    @Test
    void aPresetIsWantedWithAllItsFields() {
        DesiredStateRule rule = rules("desired_state: [{nic: 'mlx5_.*', mode: Enforce, profile: flap-1s}]")
                .get(0);

        assertThat(rule.nic()).hasToString("mlx5_.*");
        assertThat(rule.mode()).isEqualTo(Mode.ENFORCE);
        assertThat(rule.source()).isEqualTo("desired_state[0], profile flap-1s");
        assertThat(rule.assignments()).isEqualTo(ProfilePresets.read("flap-1s").assignments());
        assertThat(rule.accepted()).isEmpty();
    }

    @Test
    void everyPresetCanBeWanted() {
        for (String preset : ProfilePresets.names()) {
            assertThat(rules("desired_state: [{nic: a, profile: " + preset + "}]"))
                    .hasSize(1);
        }
    }

    @Test
    void aProfileFileLiesBesideTheConfiguration() throws Exception {
        Files.createDirectory(directory.resolve("profiles"));
        Files.writeString(
                directory.resolve("profiles/mine.yaml"),
                ProfilePresets.text("fast-detect").orElseThrow());

        DesiredStateRule rule = ConfigFile.read(config("desired_state:\n  - {nic: a, profile: profiles/mine.yaml}\n"))
                .desiredState()
                .get(0);

        assertThat(rule.assignments())
                .isEqualTo(ProfilePresets.read("fast-detect").assignments());
        assertThat(rule.source()).isEqualTo("desired_state[0], profile profiles/mine.yaml");
    }

    @Test
    void assignmentsAreWantedAsMlxregWritesThem() {
        DesiredStateRule rule = rules("desired_state: [{nic: a, set: 'roce_adp_retrans_en=1, ack_dscp_force=on'}]")
                .get(0);

        assertThat(rule.assignments()).isEqualTo(MlxregText.parseAssignments("roce_adp_retrans_en=1,ack_dscp_force=1"));
        assertThat(rule.source()).isEqualTo("desired_state[0]");
    }

    @Test
    void aProfileAndOtherFieldsAreWantedTogether() {
        DesiredStateRule rule = rules("desired_state: [{nic: a, profile: flap-1s, set: roce_tx_window_en=1}]")
                .get(0);

        assertThat(rule.assignments())
                .startsWith(ProfilePresets.read("flap-1s").assignments().get(0))
                .endsWith(MlxregText.parseAssignments("roce_tx_window_en=1").get(0))
                .hasSize(ProfilePresets.read("flap-1s").assignments().size() + 1);
    }

    @Test
    void warningsAreAcceptedByTheirCodes() {
        assertThat(rules("desired_state: [{nic: a, profile: flap-1s, accept: [W_STORM, W_INIT_FIXED]}]")
                        .get(0)
                        .accepted())
                .containsExactlyInAnyOrder("W_STORM", "W_INIT_FIXED");
    }

    @Test
    void withoutAModeItIsOnlyObserved() {
        assertThat(rules("desired_state: [{nic: a, profile: flap-1s}]").get(0).mode())
                .isEqualTo(Mode.OBSERVE);
    }

    @Test
    void aRuleIsForWholeNamesOrAddresses() {
        List<DesiredStateRule> rules = rules("""
                desired_state:
                  - {nic: 'mlx5_[01]', set: roce_tx_window_en=1}
                  - {nic: '0000:1a:00\\.0', set: roce_tx_window_en=0}
                """);

        assertThat(rules).extracting(DesiredStateRule::source).containsExactly("desired_state[0]", "desired_state[1]");
        assertThat(rules.get(0).matches("mlx5_1", null)).isTrue();
        assertThat(rules.get(0).matches("mlx5_10", "0000:1a:00.0")).isFalse();
        assertThat(rules.get(1).matches("mlx5_10", "0000:1a:00.0")).isTrue();
        assertThat(rules.get(1).matches("mlx5_10", "0000:1a:00.01")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            desired_state: {nic: a}                               | test:1:16: | desired_state must be a list
            desired_state: [{nic: a, profile: flap-1}]            | test:1:35: | There is no preset flap-1. Did you mean flap-1s?
            desired_state: [{nic: a, profile: flap-1}]            | test:1:35: | A profile file ends in .yaml.
            desired_state: [{nic: a, profile: none.yaml}]         | test:1:35: | The profile file none.yaml cannot be read: it does not exist.
            desired_state: [{nic: a, profile: ''}]                | test:1:35: | There is no preset
            desired_state: [{nic: a, profile: [flap-1s]}]         | test:1:35: | desired_state[0].profile must be a string
            desired_state: [{nic: a}]                             | test:1:17: | desired_state[0] wants nothing. Give a profile, or set.
            desired_state: [{nic: a, mode: enforce, accept: [W_STORM]}] | test:1:17: | wants nothing
            desired_state: [{profile: flap-1s}]                   | test:1:17: | The key nic is missing
            desired_state: [{nic: '(', profile: flap-1s}]         | test:1:23: | This is no regular expression: Unclosed group
            desired_state: [{nic: a, profil: flap-1s}]            | test:1:26: | Did you mean profile?
            desired_state: [{nic: a, profile: flap-1s, mode: enforced}] | test:1:50: | Did you mean enforce?
            desired_state: [{nic: a, profile: flap-1s, accept: W_STORM}] | test:1:52: | desired_state[0].accept must be a list
            desired_state: [{nic: a, set: ''}]                    | test:1:31: | desired_state[0].set is name=value,...:
            desired_state: [{nic: a, set: time_bas=4}]            | test:1:31: | time_base
            desired_state: [{nic: a, set: roce_tx_window_en}]     | test:1:31: | assigns nothing
            desired_state: [{nic: a, profile: flap-1s, set: time_base=4}] | test:1:17: | desired_state[0] wants time_base twice. A profile has all its fields already.
            desired_state: [{nic: a, set: 'roce_tx_window_en=1,roce_tx_window_en=0'}] | test:1:17: | wants roce_tx_window_en twice
            desired_stat: []                                      | test:1:1: | Did you mean desired_state?
            """)
    void whatIsWrongIsSaidWithLineAndColumn(String text, String where, String sentence) {
        assertThatExceptionOfType(TextException.class)
                .isThrownBy(() -> ConfigFile.parse("test", text))
                .withMessageStartingWith(where)
                .withMessageContaining(sentence)
                .withMessageMatching("[\\x20-\\x7e]+");
    }

    @Test
    void theSecondRuleIsToldFromTheFirst() {
        assertThatExceptionOfType(TextException.class)
                .isThrownBy(() -> rules("desired_state:\n  - {nic: a, profile: flap-1s}\n  - nic: b\n"))
                .withMessageStartingWith("test:3:5: desired_state[1] wants nothing.");
    }

    @Test
    void aProfileFileThatCannotBeReadIsSaidSo() throws Exception {
        Path config = config("desired_state:\n  - {nic: a, profile: mine.yaml}\n");
        Path profile = directory.resolve("mine.yaml");

        assertUnreadable(config, "The profile file " + profile + " cannot be read: it does not exist.");
        Files.createDirectory(profile);
        assertUnreadable(config, "The profile file " + profile + " cannot be read: Is a directory.");
        Files.delete(profile);
        Files.write(profile, new byte[] {'a', (byte) 0xff});
        assertUnreadable(config, "The profile file " + profile + " cannot be read: it is not UTF-8 text.");
    }

    private static void assertUnreadable(Path config, String sentence) {
        assertThatExceptionOfType(TextException.class)
                .isThrownBy(() -> ConfigFile.read(config))
                .withMessage(config + ":2:23: " + sentence);
    }

    @Test
    void whatIsWrongInAProfileFileIsPointedAtThere() throws Exception {
        Path config = config("desired_state:\n  - {nic: a, profile: mine.yaml}\n");
        Path profile = Files.writeString(directory.resolve("mine.yaml"), "# mine\ntime_bas: 4us\n");

        assertThatExceptionOfType(TextException.class)
                .isThrownBy(() -> ConfigFile.read(config))
                .withMessageStartingWith(profile + ":2:1: ")
                .withMessageContaining("Did you mean time_base?");
    }

    /** What the example shows behind a # is a configuration too, but for the hashes, which nobody should copy. */
    @Test
    void theExampleIsValidWithAllThatItShows() throws Exception {
        String shown = Files.readString(EXAMPLE)
                .replaceAll("(?m)^#(?! \\S)", "")
                .replace(
                        "pbkdf2-sha256$210000$...",
                        "pbkdf2-sha256$1000$AAAAAAAAAAAAAAAAAAAAAA==$" + "A".repeat(43) + "=")
                .replace("sha256$...", "sha256$" + "0".repeat(64));

        DaemonConfig config = ConfigFile.read(config(shown));

        assertThat(config.users()).hasSize(2);
        assertThat(config.desiredState()).extracting(DesiredStateRule::mode).contains(Mode.OBSERVE, Mode.ENFORCE);
        assertThat(config.desiredState())
                .flatExtracting(DesiredStateRule::accepted)
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "state_directory",
        "log",
        "nics",
        "simulation",
        "poll",
        "http",
        "jmx",
        "tls",
        "users",
        "anonymous",
        "desired_state"
    })
    void theExampleNamesEverySection(String key) throws Exception {
        assertThat(Files.readString(EXAMPLE)).containsPattern("(?m)^#?" + key + ":");
    }
}
