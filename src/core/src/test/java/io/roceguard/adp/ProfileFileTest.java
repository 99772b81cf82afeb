// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.adp.ProfileFile.Position;
import io.roceguard.register.RegisterEdit;
import io.roceguard.register.RegisterImage;
import io.roceguard.text.TextException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileFileTest {

    private static final String FAST = """
            # fast detect
            adp_retx_profile_id: 1
            roce_adp_retrans_en: 1
            time_base: 4            # microseconds
            time_unit: 1
            start_range_index: 0
            qp_total_timeout: 0
            retx_total_timeout: 12
            timeout_init: {low_bound: 5, range_size: 3}
            ranges:
              - {low_bound: 5, range_size: 3, retry_num: 2, dec_mode: TO_LOW_BOUND, prev_range_index: 0}
              - {low_bound: 8, range_size: 2, retry_num: 2, dec_mode: to_div_2, prev_range_index: 0}
            """;

    private static ProfileFile read(String text) {
        return ProfileFile.read("fast.yaml", text);
    }

    @Test
    void readsTheFieldsOfTheRegister() {
        ProfileFile file = read(FAST);

        assertThat(file.profile()).isEqualTo(TableProfiles.ALL.get("fast").profile());
        assertThat(file.profileId()).isEqualTo(1);
        assertThat(file.enable()).isEqualTo(1);
    }

    @Test
    void takesTimesWhereTheyAreExact() {
        ProfileFile file = read("""
                time_base: 4us
                retx_total_timeout: 16384us
                timeout_init: {low_bound: 128us, range_size: 3}
                ranges:
                  - {low_bound: 128us, range_size: 3, retry_num: 2, dec_mode: 2}
                  - {low_bound: 1024us, range_size: 2, retry_num: 2, dec_mode: TO_DIV_2}
                """);

        assertThat(file.profile()).isEqualTo(TableProfiles.ALL.get("fast").profile());
        assertThat(file.enable()).isNull();
    }

    @Test
    void knowsWhereAFindingStands() {
        ProfileFile file = read(FAST);

        assertThat(file.position("ranges[1].low_bound")).contains(new Position(12, 17));
        assertThat(file.position("ranges[1].no_such_key")).contains(new Position(12, 5));
        assertThat(file.position("range_num")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "time_base: 4            # microseconds | time_bass: 4 | fast.yaml:4:1: Unknown key time_bass. Did you mean time_base?",
                "time_base: 4            # microseconds | time_base: four | fast.yaml:4:12: time_base must be an integer 0..2147483647: value=four.",
                "time_base: 4            # microseconds | time_base: 4parsecs | fast.yaml:4:12: time_base must be a positive duration with its unit",
                "time_base: 4            # microseconds | time_base: 4500ns | fast.yaml:4:12: time_base must be whole microseconds: value=4500ns.",
                "retx_total_timeout: 12 | retx_total_timeout: 1s | fast.yaml:8:21: retx_total_timeout must be time_base * 2^n as a time, or n: value=1s; the nearest are 524288000ns and 1048576000ns.",
                "time_base: 4            # microseconds | time_base: [4] | fast.yaml:4:12: time_base must be an integer 0..2147483647.",
                "time_base: 4            # microseconds | time_base: | fast.yaml:4:11: time_base must be an integer 0..2147483647, but it is empty.",
                "time_base: 4            # microseconds | time_base: 4.5 | fast.yaml:4:12: time_base must be an integer 0..2147483647: value=4.5.",
                "dec_mode: to_div_2 | dec_mode: [to_div_2] | ranges[1].dec_mode must be one of TO_DIV_4, TO_DIV_2, TO_LOW_BOUND, or its number, and is neither.",
                "retx_total_timeout: 12 | retx_total_timeout: 2us | the least is the time base.",
                "retx_total_timeout: 12 | retx_total_timeout: -1 | fast.yaml:8:21: retx_total_timeout must be an integer 0..2147483647: value=-1.",
                "retx_total_timeout: 12 | retx_total_timeout: 012 | fast.yaml:8:21: retx_total_timeout must be an integer",
                "qp_total_timeout: 0 | qp_total_timeout: 2 | fast.yaml:7:19: qp_total_timeout must be an integer 0..1: value=2.",
                "to_div_2 | TO_DIV_3 | ranges[1].dec_mode must be one of TO_DIV_4, TO_DIV_2, TO_LOW_BOUND, or its number: value=TO_DIV_3. Did you mean TO_DIV_4?",
                "low_bound: 8 | low_bond: 8 | Did you mean low_bound?",
                "timeout_init: {low_bound: 5, range_size: 3} | timeout_init: 5 | fast.yaml:9:15: timeout_init must be a mapping (key: value).",
                "timeout_init: {low_bound: 5, range_size: 3} | timeout_init: {low_bound: 5} | fast.yaml:9:15: The key range_size is missing in timeout_init.",
            })
    void saysWhatIsWrongAndWhere(String right, String wrong, String message) {
        assertThat(FAST).contains(right);

        assertThatThrownBy(() -> read(FAST.replace(right, wrong)))
                .isInstanceOf(TextException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aFifthRangeHasNoRoom() {
        String range = "  - {low_bound: 5, range_size: 3, retry_num: 2, dec_mode: 2}\n";

        assertThatThrownBy(() -> read(FAST + range.repeat(3)))
                .hasMessageStartingWith("fast.yaml:15:5: ranges holds more than 4 ranges");
    }

    @Test
    void aTotalTimeoutMustBeGiven() {
        assertThatThrownBy(
                        () -> read(FAST.replace("qp_total_timeout: 0\n", "").replace("retx_total_timeout: 12\n", "")))
                .hasMessageContaining("A total timeout is missing");
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        AdpProfile profile = TableProfiles.ALL.get("flap-10s").profile();
        List<String> lines = ProfileFile.lines(profile, 1);

        assertThat(read(String.join("\n", lines)).profile()).isEqualTo(profile);
        assertThat(lines).contains("time_base: 4                # microseconds");
    }

    @Test
    void itsAssignmentsWriteTheWholeProfile() {
        RegisterImage unread = RegisterEdit.unread();

        RegisterImage set = RegisterEdit.of(unread, read(FAST).assignments()).image();

        assertThat(AdpProfile.of(set).ranges().subList(0, 2))
                .isEqualTo(TableProfiles.ALL.get("fast").profile().ranges());
        assertThat(AdpProfile.of(set).ranges().subList(2, 4)).containsOnly(TimeoutRange.ZERO);
        assertThat(set.get("retx_total_timeout")).isEqualTo(12);
        assertThat(set.get("adp_retx_profile_id")).isEqualTo(1);
        assertThat(set.get("roce_adp_retrans_en")).isEqualTo(1);
    }
}
