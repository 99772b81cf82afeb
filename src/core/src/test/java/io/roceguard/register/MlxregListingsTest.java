// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.register.RegisterReading.Form;
import io.roceguard.text.TextException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MlxregListingsTest {

    private static final String BY_ID = GoldenRegister.text("mlxreg_raw_profile1.txt");
    private static final String BY_NAME = GoldenRegister.text("document_profile1_names.txt");

    private static RegisterReading read(String text) {
        return MlxregText.parseReading("dump.txt", text);
    }

    private static void refuses(String text, String position, String problem) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(TextException.class)
                .hasMessageStartingWith("dump.txt:" + position + " ")
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource({
        "document_default_ids.txt, IDS, false",
        "document_default_names.txt, NAMES, false",
        "mlxreg_raw_default.txt, IDS, false",
        "document_set_ids.txt, IDS, true",
        "document_profile1_names.txt, NAMES, true",
        "mlxreg_raw_profile1.txt, IDS, true"
    })
    void everyListingOfTheDocumentReadsToItsImage(String resource, Form form, boolean profile) {
        RegisterReading reading = read(GoldenRegister.text(resource));

        assertThat(reading.image()).isEqualTo(profile ? GoldenRegister.profileDump() : GoldenRegister.defaultDump());
        assertThat(reading.form()).isEqualTo(form);
    }

    @Test
    void listingByNameTellsWhatItLacksAndWhatHasNoPlace() {
        RegisterReading reading = read(BY_NAME);

        assertThat(reading.notListed()).containsExactly("cc_probe_mp_mode_field_select", "cc_probe_mp_mode");
        assertThat(reading.unplaced())
                .containsExactly(Map.entry("ps_metadata_reg_id_select", 0L), Map.entry("ps_metadata_reg_id", 0L));
    }

    @Test
    void theWholeDocumentIsRefusedAtItsSecondListing() {
        String document = GoldenRegister.text("document_all.txt");
        int second = document.substring(0, document.indexOf("Address\t|")).split("\n", -1).length;

        refuses(document, second + ":1:", "A second listing starts here");
    }

    @Test
    void fullPathNamesAreRead() {
        RegisterReading reading = read("""
                Field Name | Data
                =====
                roce_adp_retrans_en | 0x00000001
                adp_retx_profile.time_base | 0x00000004
                adp_retx_profile.timeout_range[3].dec_mode_3 | 0x00000002
                """);

        assertThat(reading.image().get("roce_adp_retrans_en")).isEqualTo(1);
        assertThat(reading.image().get("time_base")).isEqualTo(4);
        assertThat(reading.image().get("dec_mode_3")).isEqualTo(2);
        assertThat(reading.notListed()).hasSize(RoceAccl.FIELDS.size() - 3);
    }

    @Test
    void listingWithoutHeaderAndRulersIsRead() {
        assertThat(read("time_base | 0x4\r\ntime_unit | 0x1\r\n")
                        .image()
                        .hexWords()
                        .get(4))
                .isEqualTo("0x00400004");
        assertThat(read(BY_ID.lines()
                                .filter(line -> line.startsWith("0x"))
                                .reduce("", (all, line) -> all + line + "\n"))
                        .image())
                .isEqualTo(GoldenRegister.profileDump());
    }

    @Test
    void noBreakSpacesAndByteOrderMarkOfAPastedListingAreBlanks() {
        assertThat(read("\ufeff" + BY_ID.replace(" | ", "\u00a0|\u00a0")).image())
                .isEqualTo(GoldenRegister.profileDump());
    }

    @Test
    void noiseAroundAListingIsPassedOver() {
        String shell = "[]$ sudo mlxreg -d 1a:00.0 --get | tee dump\n-W- PCI address | something\n";

        assertThat(read(shell + BY_ID + "[]$ dmesg | tail\n[]$ exit").image()).isEqualTo(GoldenRegister.profileDump());
        assertThat(read(BY_ID.substring(0, BY_ID.lastIndexOf("===")).replaceAll("=+\n?$", "") + "[]$ exit\n")
                        .image())
                .isEqualTo(GoldenRegister.profileDump());
    }

    @Test
    void hexWordsAreReadWithAndWithoutPrefixAndSeparators() {
        RegisterImage image = GoldenRegister.profileDump();
        String prefixed = image.toString();

        assertThat(read(prefixed).form()).isEqualTo(Form.WORDS);
        assertThat(List.of(
                        prefixed,
                        prefixed.replace("0x", ""),
                        prefixed.replace(" ", ", "),
                        prefixed.replace(' ', '\n') + "\n",
                        prefixed.replace("0x00000000", "0x0").toUpperCase(Locale.ROOT)))
                .allSatisfy(text -> assertThat(read(text).image()).isEqualTo(image));
        assertThat(read(prefixed + " " + prefixed).image().dwords()).isEqualTo(RegisterImage.LONG_DWORDS);
    }

    @ParameterizedTest
    @CsvSource({
        "0x00000018 | 0x04010002, 0x00000018 | 0x0401000g, '11:14:', The value of 0x00000018 must be 0x and 1 to 8 hex",
        "0x00000018 | 0x04010002, 0x00000018 | 0x104010002, '11:14:', larger than 32 bits: value=0x104010002",
        "0x00000018 | 0x04010002, 0x00000018 | 04010002, '11:14:', must be 0x and 1 to 8 hex digits: value=04010002",
        "0x00000018 | 0x04010002, 0x00000018 |, '11:13:', must be 0x and 1 to 8 hex digits: value=.",
        "0x00000018 | 0x04010002, 0x00000018   0x04010002, '11:1:', must be NAME | 0x... or ADDRESS | 0x...",
        "0x00000018 | 0x04010002, oops, '11:1:', must be NAME | 0x... or ADDRESS | 0x...: found oops.",
        "0x00000018 | 0x04010002, '  0x0000001a | 0x0', '11:3:', multiple of 4 from 0x0 to 0x7c: address=0x0000001a",
        "0x00000018 | 0x04010002, 0x00000080 | 0x04010002, '11:1:', address=0x00000080",
        "0x00000018 | 0x04010002, 0xfffffffc | 0x04010002, '11:1:', address=0xfffffffc",
        "0x00000018 | 0x04010002, 0x00000014 | 0x04010002, '11:1:', The address 0x00000014 is listed twice",
        "0x00000018 | 0x04010002, time_base | 0x04010002, '11:1:', mixed",
        "0x00000018 | 0x04010002, '', '', address 0x00000018 is missing",
        "0x0000003c | 0x00000000, 0x00000040 | 0x00000000, '', address 0x0000003c is missing"
    })
    void damagedListingByIdIsRefusedWhereItIsDamaged(String row, String damaged, String position, String problem) {
        refuses(BY_ID.replace(row, damaged), position, problem);
    }

    @ParameterizedTest
    @CsvSource({
        "'| 0x00000004\ntime_unit', '| 0x00010000\ntime_unit', '38:47:', time_base must be 0..65535 (16 bits)",
        "'time_base ', 'time_bass ', '38:1:', ROCE_ACCL has no field time_bass. Did you mean time_base?",
        "'time_unit ', 'time_base ', '39:1:', time_base is listed twice",
        "'ps_metadata_reg_id ', 'ps_metadata_reg_id_select ', '31:1:', ps_metadata_reg_id_select is listed twice",
        "'time_unit ', '0x00000000 ', '39:1:', mixed",
        "'time_base                                  \t|', 'time_base', '38:1:', must be NAME | 0x"
    })
    void damagedListingByNameIsRefusedWhereItIsDamaged(String part, String damaged, String position, String problem) {
        assertThat(BY_NAME).contains(part);

        refuses(BY_NAME.replace(part, damaged), position, problem);
    }

    @Test
    void headerWithoutFieldsIsRefused() {
        refuses("Field Name | Data\n=====\n=====\n", "", "has a header and no field");
        refuses("Address | Data\n", "", "address 0x00000000 is missing");
        refuses("Address | Data\nField Name | Data\n", "2:1:", "A second listing starts here");
    }

    @Test
    void secondListingWithoutHeaderIsRefused() {
        refuses(BY_ID + "0x00000000 | 0x1800065f\n", "22:1:", "A second listing starts here");
    }

    @Test
    void textThatIsNoRegisterIsRefused() {
        refuses("", "", "The text holds no register. Expected what mlxreg --get prints");
        refuses(" \n\t, ", "", "The text holds no register.");
        refuses("\n  -E- No device", "2:3:", "This is no register text: found -E-.");
        refuses("a | b\n", "1:1:", "This is no register text: found a.");
    }

    @Test
    void wrongNumberOfWordsIsRefused() {
        refuses("0x1 0x2", "", "There must be 16 or 32 hex words: words=2.");
        refuses("0x0 ".repeat(33), "1:129:", "this is one too many");
        refuses("00000000\n0000000", "2:1:", "A word must be 0x and 1 to 8 hex digits: value=0000000.");
        refuses("0x0 0x123456789", "1:5:", "A word is larger than 32 bits");
        refuses("0x0 0xzz", "1:5:", "value=0xzz");
    }

    @Test
    void megabyteOfGarbageIsRefusedFastWithAShortMessage() {
        int size = 1 << 20;
        List<String> inputs = List.of(
                "x".repeat(size),
                "|".repeat(size),
                "\n".repeat(size),
                "a|b\n".repeat(size / 4),
                "\u0007\u00e9".repeat(size / 2),
                "0x0 ".repeat(size / 4),
                "=".repeat(size),
                "Field Name | Data\n" + "z".repeat(size / 2) + " | 0x0",
                "Address | Data\n" + "0x" + "0".repeat(size / 2) + " | 0x0",
                "x".repeat(size + 1));
        Assertions.assertTimeout(
                Duration.ofMinutes(1),
                () -> assertThat(inputs)
                        .allSatisfy(input -> assertThatThrownBy(() -> read(input))
                                .isInstanceOf(TextException.class)
                                .message()
                                .hasSizeLessThan(250)
                                .matches("[ -~]*")));
    }

    @Test
    void listingByNameLooksLikeMstreg() {
        String listing = MlxregText.listingByName(GoldenRegister.profileDump());

        assertThat(listing)
                .startsWith("""
                        Field Name                                     | Data   \s
                        ============================================================
                        roce_adp_retrans_field_select                  | 0x00000001
                        """)
                .contains("\nmin_ack_timeout_limit_disabled_field_select    | 0x00000001\n")
                .contains("\nIfa2_turn_around_en                            | 0x00000000\n")
                .endsWith("""
                        prev_range_index_3                             | 0x00000000
                        ============================================================
                        """);
    }

    @Test
    void listingByIdLooksLikeMstreg() {
        String printed =
                BY_ID.substring(BY_ID.indexOf("Address")).replace('\t', ' ').replace("Address ", "Address    ");

        assertThat(MlxregText.listingById(GoldenRegister.profileDump())).isEqualTo(printed);
    }
}
