// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.device.NicException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MlxregFailureTest {

    private static final Map<MlxregFailure, Class<? extends NicException>> FAMILY = Map.ofEntries(
            Map.entry(MlxregFailure.DEVICE_GONE, NicException.Unreachable.class),
            Map.entry(MlxregFailure.PERMISSION, NicException.Denied.class),
            Map.entry(MlxregFailure.LOCKDOWN, NicException.Denied.class),
            Map.entry(MlxregFailure.BUSY, NicException.Busy.class),
            Map.entry(MlxregFailure.NO_ANSWER, NicException.Timeout.class),
            Map.entry(MlxregFailure.UNSUPPORTED, NicException.NotSupported.class),
            Map.entry(MlxregFailure.DEVICE_KIND_UNKNOWN, NicException.Unreachable.class),
            Map.entry(MlxregFailure.TOOL_TABLE_TOO_OLD, NicException.Unreachable.class),
            Map.entry(MlxregFailure.REG_LEN_TOO_SHORT, NicException.Unreachable.class),
            Map.entry(MlxregFailure.VALIDATION, NicException.Unreachable.class),
            Map.entry(MlxregFailure.BUG_IN_REQUEST, NicException.Unreachable.class),
            Map.entry(MlxregFailure.FW_REJECTED, NicException.Refused.class),
            Map.entry(MlxregFailure.UNKNOWN, NicException.Unreachable.class));

    @TempDir
    Path directory;

    private MstregDouble mstreg;

    @BeforeEach
    void install() throws Exception {
        mstreg = MstregDouble.in(directory);
    }

    private MlxregRegister register(String device) {
        return new MlxregRegister("mlx5_0", mstreg.tool(), new MlxregDevice(device), "", new RunningTools());
    }

    private static ToolError error(String stderr, String device) {
        ToolRun run = new ToolRun(1, new Drain.Text("", 0), new Drain.Text(stderr + "\n", 0));
        return ToolError.of(run, new MlxregDevice(device)).orElseThrow();
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/mlxreg/mlxreg_errors.txt", delimiter = '\t', quoteCharacter = '`')
    void understandsWhatTheToolSays(String text, MlxregFailure failure) throws Exception {
        assertThat(error(text, "1a:00.0").failure()).isEqualTo(failure);

        mstreg.says(text);
        assertThatThrownBy(() -> register("1a:00.0").get(0))
                .isExactlyInstanceOf(FAMILY.get(failure))
                .hasMessageStartingWith("GET ROCE_ACCL on mlx5_0 failed: ")
                .hasMessageMatching("[ -~]+\\.");
    }

    @ParameterizedTest
    @EnumSource(MlxregFailure.class)
    void everyFailureIsAnErrorWithARemedy(MlxregFailure failure) {
        ToolFailures failures = new ToolFailures("mlx5_0", mstreg.tool(), new MlxregDevice("1a:00.0"));

        assertThat(failures.of("SET ROCE_ACCL", new ToolError(failure, "text", null, 0)))
                .isExactlyInstanceOf(FAMILY.get(failure))
                .hasMessageMatching("SET ROCE_ACCL on mlx5_0 failed: .*text.* [A-Z].*\\.");
    }

    @Test
    void keepsTheSyndromeAndSaysWhoseWordsTheyAre() throws Exception {
        mstreg.mode("refuses");

        assertThatThrownBy(() -> register("1a:00.0").set(MstregDouble.image(1)))
                .isInstanceOfSatisfying(NicException.Refused.class, refused -> {
                    assertThat(refused.status()).isEqualTo(0x109);
                    assertThat(refused.syndrome()).isEqualTo(0x9a6171);
                })
                .hasMessageStartingWith("SET ROCE_ACCL on mlx5_0 failed: the firmware refused with"
                        + " ME_REG_ACCESS_BAD_PARAM (as the tool says) (status 0x109, syndrome 0x9a6171). ");
        assertThat(mstreg.runs()).as("SET, and GET that proves it").hasSize(2);
    }

    @Test
    void keepsARefusalThatNoVersionIsKnownToPrint() {
        ToolError error = error(
                "-E- Failed to send access register: A new reason and the syndrome number is: 0xFFFFFFFF", "1a:00.0");

        assertThat(error.failure()).isEqualTo(MlxregFailure.FW_REJECTED);
        assertThat(error.status()).isNull();
        assertThat(error.syndrome()).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({
        "Register not supported, FW_REJECTED",
        "Version not supported, FW_REJECTED",
        "Device is busy, FW_REJECTED",
        "Unknown TLV, FW_REJECTED",
        "Register access bad input length, REG_LEN_TOO_SHORT",
        "Unknown error code, UNKNOWN"
    })
    void overFwctlAStatusByNameProvesOnlyARefusal(String text, MlxregFailure failure) {
        assertThat(error("-E- Failed to send access register: " + text, "fwctl0")
                        .failure())
                .isEqualTo(failure);
    }

    @Test
    void tellsAToolWithoutFwctlFromADeviceThatIsGone() {
        String said = "Unable to parse device name %s\n-E- Failed to open device: \"%s\", Invalid argument";

        assertThat(error(said.replace("%s", "fwctl0"), "fwctl0").failure())
                .isEqualTo(MlxregFailure.DEVICE_KIND_UNKNOWN);
        assertThat(error(said.replace("%s", "/dev/mst/mt4129_pciconf0"), "/dev/mst/mt4129_pciconf0")
                        .failure())
                .isEqualTo(MlxregFailure.DEVICE_GONE);
    }

    @Test
    void namesTheCommandThatClearsTheSemaphore() throws Exception {
        mstreg.says("-E- Failed to open device: \"1a:00.0\", Device or resource busy");

        assertThatThrownBy(() -> register("1a:00.0").get(0))
                .isInstanceOf(NicException.Busy.class)
                .hasMessageContaining("mstmcra -c 1a:00.0");
    }

    @Test
    void repeatsNoMoreThanALineOfPrintableText() throws Exception {
        mstreg.says("\u001b[31mfirst\r\nsecond\u0007 " + "x".repeat(5000));

        assertThatThrownBy(() -> register("1a:00.0").get(0))
                .hasMessageMatching("[ -~]{1,600}")
                .hasMessageContaining("exit code 1 and: ?[31mfirst; second? xxx");
    }

    @Test
    void everyStatusHasATextOfItsOwn() {
        assertThat(Arrays.stream(ToolStatus.values()).map(ToolStatus::number)).doesNotHaveDuplicates();
        assertThat(ToolStatus.values())
                .allSatisfy(status -> assertThat(ToolStatus.of(status.name())).contains(status));
    }
}
