// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.device.NicException;
import io.roceguard.register.MlxregText;
import io.roceguard.register.RegisterEdit;
import io.roceguard.register.RegisterImage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MlxregRegisterTest {

    private static final String NOTHING = String.join(",", zeros());

    @TempDir
    Path directory;

    private MstregDouble mstreg;
    private MlxregRegister register;

    @BeforeEach
    void install() throws Exception {
        mstreg = MstregDouble.in(directory);
        register = register("0000:1a:00.0");
    }

    private MlxregRegister register(String device) {
        return new MlxregRegister("mlx5_0", mstreg.tool(), new MlxregDevice(device), "", new RunningTools());
    }

    private static List<String> zeros() {
        List<String> zeros = new ArrayList<>();
        for (int address = 0; address < 0x40; address += 4) {
            zeros.add("0x" + Integer.toHexString(address) + ".0:32=0x00000000");
        }
        return zeros;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tab"})
    void getsTheActiveProfileInOneRun(String mode) throws Exception {
        mstreg.mode(mode);

        assertThat(register.get(0)).isEqualTo(MstregDouble.DEFAULT);
        assertThat(mstreg.runs())
                .containsExactly(List.of("-d", "0000:1a:00.0", "--reg_id", "0x402c", "--reg_len", "0x40", "--get"));
    }

    @Test
    void getsAProfileByTheBitsOfItsIndex() throws Exception {
        assertThat(register.get(1)).isEqualTo(MstregDouble.PROFILE_1);
        assertThat(mstreg.runs())
                .containsExactly(List.of(
                        "-d",
                        "0000:1a:00.0",
                        "--reg_id",
                        "0x402c",
                        "--reg_len",
                        "0x40",
                        "--indexes",
                        "0x4.28:3=1",
                        "--get"));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 8})
    void refusesAnIndexThatTheToolWouldCutOff(int profile) {
        assertThatThrownBy(() -> register.get(profile)).isInstanceOf(IllegalArgumentException.class);
        assertThat(directory.resolve("runs")).doesNotExist();
    }

    @Test
    void passesNothingOfItsOwnEnvironmentAndNoInput() throws Exception {
        register.get(0);

        assertThat(mstreg.read("environment").lines())
                .filteredOn(line -> !line.startsWith("_=") && !line.startsWith("SHLVL=") && !line.startsWith("PWD="))
                .containsExactlyInAnyOrder("LC_ALL=C", "PATH=/usr/sbin:/usr/bin:/sbin:/bin");
        assertThat(mstreg.read("stdin")).isEqualTo("/dev/null\n");
    }

    @Test
    void setsTheVeryWordsAndReadsThemBack() throws Exception {
        RegisterImage words = RegisterEdit.of(
                        MstregDouble.DEFAULT, MlxregText.parseAssignments("roce_adp_retrans_en=0"))
                .image();

        register.set(words);

        List<String> expected = zeros();
        expected.set(0, "0x0.0:32=0x00000001");
        assertThat(mstreg.runs())
                .containsExactly(
                        List.of(
                                "-d",
                                "0000:1a:00.0",
                                "--reg_id",
                                "0x402c",
                                "--reg_len",
                                "0x40",
                                "--yes",
                                "--set",
                                String.join(",", expected)),
                        List.of("-d", "0000:1a:00.0", "--reg_id", "0x402c", "--reg_len", "0x40", "--get"));
        assertThat(mstreg.requests().get(1)).startsWith("set", "0x00000001", "0x00000000");
        assertThat(mstreg.active().get("roce_adp_retrans_en")).isZero();
        assertThat(mstreg.active().get("roce_slow_restart_en")).isOne();
    }

    @Test
    void doesNotEchoTheSelectBitsOfTheToolsOwnGet() throws Exception {
        register.set(RegisterEdit.of(
                        MstregDouble.DEFAULT,
                        MlxregText.parseAssignments("adp_retx_profile_id=1,time_base=4,time_unit=1,range_num=1"))
                .image());

        List<String> sent = mstreg.requests().get(1);
        assertThat(sent).startsWith("set", "0x10000000", "0x10000000", "0x00000000");
        assertThat(mstreg.active().get("time_base")).isEqualTo(4);
        assertThat(mstreg.active().get("roce_adp_retrans_en")).isOne();
    }

    @Test
    void seesThatAToolLiedAboutItsSuccess() throws Exception {
        mstreg.mode("lies");

        assertThatThrownBy(() -> register.set(MstregDouble.image(0x00000001)))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessage("SET ROCE_ACCL on mlx5_0 failed: mstreg reported success, but the register reads otherwise:"
                        + " 0x4.0:1 roce_adp_retrans_en reads 1 instead of 0. Either the SET did not reach the firmware"
                        + " or somebody else writes this register; read it again, and try the same with "
                        + directory.resolve("mstreg") + " by hand.");
    }

    @Test
    void comparesOnlyWhatTheSetSelected() throws Exception {
        mstreg.mode("half");

        assertThatThrownBy(() -> register.set(MstregDouble.image(0x00000005)))
                .hasMessageContaining("0x4.0:1 roce_adp_retrans_en reads 1 instead of 0. ")
                .hasMessageNotContaining("roce_slow_restart");
        assertThat(mstreg.active().get("roce_slow_restart_en")).isZero();
    }

    @Test
    void takesTheRegisterAndNotTheExitCodeForTheTruth() throws Exception {
        mstreg.mode("dies_after_set");
        register.set(MstregDouble.image(0x00000001));
        assertThat(mstreg.active().get("roce_adp_retrans_en")).isZero();

        mstreg.mode("dies_before_set");
        assertThatThrownBy(() -> register.set(MstregDouble.image(0x00000004)))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining("mstreg failed with exit code 139");
    }

    @Test
    void takesTheRegisterAndNotTheWordsOfARefusalForTheTruth() throws Exception {
        mstreg.mode("refuses_after_set");

        register.set(MstregDouble.image(0x00000001));

        assertThat(mstreg.active().get("roce_adp_retrans_en")).isZero();
    }

    @Test
    void saysWhenASetCannotBeReadBack() throws Exception {
        mstreg.mode("dies");

        assertThatThrownBy(() -> register.set(MstregDouble.image(0x00000001)))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining("reading the register back failed (GET ROCE_ACCL on mlx5_0 failed: ")
                .hasMessageContaining("Whether it took effect is unknown");
    }

    @ParameterizedTest
    @CsvSource({"0000:1a:00.0, long_register", "fwctl0, long_register", "fwctl0, long_register_unnamed"})
    void takesTheOtherLengthOnceWhereTheFirmwareWantsIt(String device, String mode) throws Exception {
        mstreg.mode(mode);
        MlxregRegister longer = register(device);

        assertThat(longer.get(0)).isEqualTo(MstregDouble.DEFAULT.resized(RegisterImage.LONG_DWORDS));
        longer.get(0);
        longer.set(MstregDouble.image(0x00000001));

        assertThat(mstreg.runs())
                .extracting(arguments -> arguments.get(5))
                .containsExactly("0x40", "0x80", "0x80", "0x80", "0x80");
        assertThat(mstreg.runs().get(3).get(8))
                .startsWith("0x0.0:32=0x00000001,")
                .endsWith(",0x7c.0:32=0x00000000");
    }

    @Test
    void keepsTheFirstRefusalWhereNoLengthIsTaken() throws Exception {
        mstreg.says("-E- Failed to send access register: Register access bad output length");

        assertThatThrownBy(() -> register.get(0))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining("bad output length")
                .hasMessageContaining("neither 0x40 nor 0x80");
        assertThat(mstreg.runs()).hasSize(2);
    }

    @Test
    void triesAnUnnamedStatusOnceOnlyOverPci() throws Exception {
        mstreg.mode("long_register_unnamed");

        assertThatThrownBy(() -> register.get(0)).isInstanceOf(NicException.Refused.class);
        assertThat(mstreg.runs()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", "long", "garbage"})
    void refusesWhatIsNotAWholeListing(String mode) throws Exception {
        mstreg.mode(mode);

        assertThatThrownBy(() -> register.get(0))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageStartingWith(
                        "GET ROCE_ACCL on mlx5_0 failed: mstreg printed no listing of the register that")
                .hasMessageMatching("[ -~]+");
    }

    @Test
    void tellsHowTheRegisterIsReached() {
        assertThat(register.accessPath()).isEqualTo("mstreg");
        assertThat(new MlxregRegister(
                                "mlx5_0",
                                mstreg.tool(),
                                new MlxregDevice("fwctl0"),
                                "fwctl0 gave EACCES.",
                                new RunningTools())
                        .accessReason())
                .isEqualTo("fwctl0 gave EACCES.");
    }

    @Test
    void aSetThatSelectsNothingChangesNothing() throws Exception {
        register.set(RegisterImage.zero());

        assertThat(mstreg.runs().get(0).get(8)).isEqualTo(NOTHING);
        assertThat(mstreg.active()).isEqualTo(MstregDouble.DEFAULT);
    }
}
