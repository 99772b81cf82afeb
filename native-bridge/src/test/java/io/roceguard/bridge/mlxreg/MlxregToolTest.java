// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MlxregToolTest {

    @TempDir
    Path directory;

    private Path file(String name, String permissions) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.createFile(file);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private List<Path> directories() {
        return List.of(directory.resolve("missing"), directory.resolve("a"), directory.resolve("b"));
    }

    @Test
    void prefersMlxregOfAnyDirectoryToMstreg() throws Exception {
        Path mstreg = file("a/mstreg", "rwxr-xr-x");
        assertThat(MlxregTool.find(directories())).contains(new MlxregTool(mstreg));

        Path mlxreg = file("b/mlxreg", "rwxr-xr-x");
        assertThat(MlxregTool.find(directories())).contains(new MlxregTool(mlxreg));
        assertThat(new MlxregTool(mlxreg).name()).isEqualTo("mlxreg");
    }

    @Test
    void passesOverWhatCannotBeExecuted() throws Exception {
        file("a/mlxreg", "rw-r--r--");
        Files.createDirectories(directory.resolve("b/mstreg"));

        assertThat(MlxregTool.find(directories())).isEmpty();
    }

    @Test
    void takesAConfiguredProgramOfAnyName() throws Exception {
        assertThat(new MlxregTool(file("tools/mlxreg-4.36", "rwx------")).name())
                .isEqualTo("mlxreg-4.36");
    }

    @Test
    void refusesAConfiguredProgramThatIsNone() throws Exception {
        Path plain = file("a/mlxreg", "rw-r--r--");

        assertThatThrownBy(() -> new MlxregTool(plain)).hasMessage("There is no executable file " + plain + ".");
        assertThatThrownBy(() -> new MlxregTool(Path.of("mlxreg"))).hasMessageContaining("must be absolute: mlxreg.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000:1a:00.0",
                "10000:01:00.7",
                "1a:00.0",
                "fwctl0",
                "fwctl12",
                "/dev/mst/mt4129_pciconf0",
                "/dev/mst/mt4129_pciconf0.1",
                "mlx5_0",
                "mlx5_12"
            })
    void takesADeviceAsTheToolsSpellIt(String spelling) {
        assertThat(new MlxregDevice(spelling).spelling()).isEqualTo(spelling);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-h",
                "--yes",
                "1a:00.8",
                "1A:00.0",
                "1a:00.0 ",
                "1a:00.0\n",
                "0000:1a:00.0;reboot",
                "fwctl",
                "fwctl-1",
                "/dev/mst/../fwctl/fwctl0",
                "/dev/mst/mt4129_pciconf0/x",
                "/dev/sda",
                "mlx5_0 --yes",
                "lid-3",
                "$(id)",
                "mlx5_\u0660"
            })
    void refusesEveryOtherSpelling(String spelling) {
        assertThatThrownBy(() -> new MlxregDevice(spelling))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("mlxreg takes a device as 0000:1a:00.0, 1a:00.0, fwctl0,");
    }
}
