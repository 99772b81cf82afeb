// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ProfileValidatorTest {

    static Stream<Arguments> golden() {
        return GoldenAdp.objects(GoldenAdp.file("validation.json").get("cases")).stream()
                .map(vector -> Arguments.of(vector.get("id") + " " + vector.get("note"), vector));
    }

    private static Validation validate(Map<String, Object> vector) {
        return ProfileValidator.validate(
                GoldenAdp.profile(vector.get("profile")), context(GoldenAdp.object(vector.get("context"))));
    }

    private static ValidationContext context(Map<String, Object> given) {
        ProfileLimits limits = ProfileLimits.USUAL;
        if (given.containsKey("caps")) {
            Map<String, Object> caps = GoldenAdp.object(given.get("caps"));
            limits = new ProfileLimits(
                    GoldenAdp.number(caps, "base_timeout_min_ns"),
                    GoldenAdp.integer(caps, "max_range_num"),
                    GoldenAdp.integer(caps, "max_profile_id"),
                    GoldenAdp.integer(caps, "profile_select") == 1,
                    GoldenAdp.integer(caps, "retrans_field_select") == 1);
        }
        List<?> firmware = (List<?>) given.get("fw");
        return new ValidationContext(
                limits,
                given.containsKey("profile_id") ? GoldenAdp.integer(given, "profile_id") : 1,
                given.containsKey("enable") ? GoldenAdp.integer(given, "enable") : 1,
                given.containsKey("qp") ? GoldenAdp.timing(given.get("qp")) : null,
                firmware == null
                        ? null
                        : new FirmwareVersion(
                                ((Number) firmware.get(0)).intValue(), ((Number) firmware.get(1)).intValue()),
                given.containsKey("rtt_ns") ? GoldenAdp.number(given, "rtt_ns") : null,
                given.containsKey("opt") ? GoldenAdp.reading(given.get("opt")) : AdpReading.DEFAULT);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("golden")
    void goldenVector(String name, Map<String, Object> vector) {
        Validation validation = validate(vector);

        List<String> expected = new ArrayList<>();
        for (Object finding : (List<?>) vector.get("findings")) {
            expected.add(((List<?>) finding).get(0) + " " + ((List<?>) finding).get(1));
        }
        assertThat(validation.findings())
                .extracting(finding -> finding.severity() + " " + finding.code())
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(validation.valid()).isEqualTo(vector.get("valid"));
        assertThat(validation.findings())
                .allSatisfy(finding -> assertThat(finding.message()).matches("(?s)[ -~]+[.]"))
                .allSatisfy(finding -> assertThat(finding.fix()).matches("(?s)[ -~]+[.]"));
    }

    @Test
    void theVectorsHaveAnExampleOfEveryCode() {
        Set<String> found = new TreeSet<>();
        golden().forEach(arguments -> validate(GoldenAdp.object(arguments.get()[1]))
                .findings()
                .forEach(finding -> found.add(finding.code())));

        Set<String> all = new HashSet<>();
        for (Object code : (List<?>) GoldenAdp.file("validation.json").get("all_codes")) {
            all.add(code.toString());
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void whatIsNotGivenIsSaid() {
        AdpProfile sample = TableProfiles.ALL.get("sample").profile();

        assertThat(ProfileValidator.validate(sample, ValidationContext.USUAL).skipped())
                .extracting(Validation.Skipped::reason)
                .containsExactly(
                        "The firmware version is not given.",
                        "The round-trip time is not given.",
                        "ack_timeout and retry_cnt are not given.",
                        "The total timeout comes from ack_timeout and retry_cnt, which are not given.");
    }

    @Test
    void aFindingSaysWhereItIsAndWhatToDo() {
        AdpProfile fast = TableProfiles.ALL.get("fast").profile();
        AdpProfile overlapping =
                new AdpProfile(4, 1, 0, 2, false, 12, 5, 3, List.of(fast.range(0), new TimeoutRange(7, 2, 2, 1, 0)));

        assertThat(ProfileValidator.validate(overlapping, ValidationContext.USUAL)
                        .findings())
                .filteredOn(finding -> finding.code().equals("W_OVERLAP"))
                .containsExactly(new Finding(
                        Severity.WARN,
                        "W_OVERLAP",
                        "ranges[1].low_bound",
                        "Ranges 0 and 1 overlap: which of them a timeout belongs to is not defined.",
                        "Begin range 1 at 8 or above."));
    }

    @Test
    void numbersBeyondTheRegisterAreOneFindingEach() {
        int most = Integer.MAX_VALUE;
        AdpProfile endless = new AdpProfile(
                most,
                1,
                0,
                2,
                false,
                12,
                0,
                most,
                List.of(new TimeoutRange(5, most, 2, 1, 0), new TimeoutRange(8, 1, 2, 1, 0)));

        assertThat(ProfileValidator.validate(endless, ValidationContext.USUAL).findings())
                .extracting(finding -> finding.code() + " " + finding.path())
                .containsExactlyInAnyOrder(
                        "E_WIDTH time_base",
                        "E_TIME_BASE_POW2 time_base",
                        "E_WIDTH timeout_init.range_size",
                        "E_WIDTH ranges[0].range_size");
    }

    @ParameterizedTest
    @CsvSource({"0, Use 4 or more.", "5, Use 4 or 8.", "65535, Use at most 32768."})
    void aTimeBaseThatIsNoPowerOfTwoHasNeighboursThatFit(int timeBase, String fix) {
        AdpProfile fast = TableProfiles.ALL.get("fast").profile();
        AdpProfile other = new AdpProfile(timeBase, 1, 0, 2, false, 12, 5, 3, fast.ranges());

        assertThat(ProfileValidator.validate(other, ValidationContext.USUAL).findings())
                .filteredOn(finding -> finding.code().equals("E_TIME_BASE_POW2"))
                .extracting(Finding::fix)
                .containsExactly(fix);
    }

    @Test
    void theSampleOfTheDocumentIsAStorm() {
        TableProfiles.Named sample = TableProfiles.ALL.get("sample");

        assertThat(ProfileValidator.validate(sample.profile(), ValidationContext.USUAL.with(sample.timing()))
                        .findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.message())
                        .isEqualTo("A queue pair on a dead path sends up to 58720 retransmissions before it fails, at"
                                + " the end 125000 a second."));
    }
}
