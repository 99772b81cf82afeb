// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Tests that talk to the double of /dev/fwctl/fwctl0. */
@Tag("preloaded")
abstract class OnFwctlDouble {

    static final String NIC = "mlx5_0";
    static final String FUNCTION = "0000:1a:00.0";

    /** ROCE_ACCL of the document: firmware defaults. */
    static final int[] DEFAULTS = {0x1800065f, 0x00000005, 0x41000fa0};

    @TempDir
    Path sysfs;

    FwctlDevice device;

    @BeforeEach
    void attach() throws IOException {
        assumeTrue(
                FwctlDouble.loaded(),
                "The double of /dev/fwctl/fwctl0 is not preloaded into this process (built with gcc, LD_PRELOAD).");
        FwctlDouble.reset();
        FwctlDouble.setWords(DEFAULTS);
        linkTo(FUNCTION);
        device = new FwctlDevice(NIC, node());
    }

    @AfterEach
    void detach() {
        if (device != null) {
            device.close();
            assertThat(FwctlDouble.closes()).isEqualTo(FwctlDouble.opens());
            assertThat(FwctlDouble.commandsInScope(2)).isZero();
            assertThat(FwctlDouble.commandsInScope(3)).isZero();
        }
    }

    /** Makes fwctl0 the device of that function. */
    final void linkTo(String function) throws IOException {
        Path target =
                Files.createDirectories(sysfs.resolve("devices/pci0000:17").resolve(function));
        Path link = Files.createDirectories(sysfs.resolve("class/fwctl/fwctl0")).resolve("device");
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, target);
    }

    final FwctlNode node() throws IOException {
        return new FwctlDirectory(sysfs, Path.of("/dev")).of(FUNCTION).get(0);
    }
}
