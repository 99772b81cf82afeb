// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roceguard.device.NicException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The distribution's own tool on a host without a NIC: it takes our options, and we understand its messages. */
class RealMstregTest {

    private static final String MISSING = "ffff:ff:1f.7";

    private MlxregTool mstreg;

    @BeforeEach
    void find() throws Exception {
        Optional<MlxregTool> found = MlxregTool.find(directories());
        assumeTrue(found.isPresent(), "Neither mlxreg nor mstreg is installed; mstreg is in the package mstflint.");
        assumeTrue(
                Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")),
                "This test does not run as root, and the tool tells other users nothing but EACCES.");
        mstreg = found.get();
    }

    /** Where the daemon looks, then the PATH: verify does not install the tool. */
    private static List<Path> directories() {
        Stream<Path> path = Arrays.stream(System.getenv("PATH").split(":", -1)).map(Path::of);
        return Stream.concat(MlxregTool.DIRECTORIES.stream(), path).toList();
    }

    private MlxregRegister register(String device) {
        return new MlxregRegister("mlx5_0", mstreg, new MlxregDevice(device), "", new RunningTools());
    }

    private ToolRun run(String... arguments) throws NicException {
        return new MlxregProcess(
                        "mlx5_0",
                        mstreg,
                        new MlxregDevice(MISSING),
                        new RunningTools(),
                        MlxregProcess.within(MlxregProcess.DEADLINE))
                .run("GET ROCE_ACCL", List.of(arguments));
    }

    @Test
    void takesTheOptionsOfEveryRequestBeforeItMissesTheDevice() {
        String missing = "Failed to open device: \"" + MISSING + "\", No such file or directory";

        assertThatThrownBy(() -> register(MISSING).get(0))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining(missing);
        assertThatThrownBy(() -> register(MISSING).get(1)).hasMessageContaining(missing);
        assertThatThrownBy(() -> register(MISSING).set(MstregDouble.image(1)))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining(missing);
    }

    @Test
    void missesAnRdmaDeviceByName() {
        assumeTrue(Files.notExists(Path.of("/sys/class/infiniband/mlx5_99")), "This host has a device mlx5_99.");

        assertThatThrownBy(() -> register("mlx5_99").get(0))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining("Failed to open device: \"mlx5_99\"");
    }

    @Test
    void saysThatAnOldVersionKnowsNoFwctl() throws Exception {
        String version = run("-v").output().kept();
        assumeTrue(
                version.contains("mstflint 4.21."), "This version of the tool knows fwctl: " + version.strip() + ".");

        assertThatThrownBy(() -> register("fwctl0").get(0))
                .isInstanceOf(NicException.Unreachable.class)
                .hasMessageContaining("mstflint 4.32");
    }

    @Test
    void complainsAboutARequestWithoutDeviceLengthOrOperation() throws Exception {
        for (ToolRun run : List.of(
                run("--reg_id", "0x402c", "--reg_len", "0x40", "--get"),
                run("-d", MISSING, "--reg_id", "0x402c", "--get"),
                run("-d", MISSING))) {
            assertThat(run.exitCode()).isOne();
            assertThat(ToolError.of(run, new MlxregDevice(MISSING)).map(ToolError::failure))
                    .contains(MlxregFailure.BUG_IN_REQUEST);
        }
    }
}
