// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FwctlDirectoryTest {

    private static final String FIRST = "0000:1a:00.0";
    private static final String SECOND = "0000:1a:00.1";

    @TempDir
    Path sysfs;

    private FwctlDirectory directory;

    @BeforeEach
    void look() {
        directory = new FwctlDirectory(sysfs, Path.of("/dev"));
    }

    @Test
    void findsTheNodeOfAFunctionByItsDeviceLink() throws IOException {
        add("fwctl0", SECOND);
        add("fwctl1", FIRST);

        assertThat(directory.of(FIRST))
                .containsExactly(new FwctlNode(
                        "fwctl1", Path.of("/dev/fwctl/fwctl1"), sysfs.resolve("class/fwctl/fwctl1/device"), FIRST));
    }

    @Test
    void ordersNodesByNumberAndNotByName() throws IOException {
        add("fwctl10", FIRST);
        add("fwctl9", FIRST);

        assertThat(directory.of(FIRST)).extracting(FwctlNode::name).containsExactly("fwctl9", "fwctl10");
    }

    @Test
    void aKernelWithoutFwctlHasNoNodes() throws IOException {
        assertThat(directory.of(FIRST)).isEmpty();
    }

    @Test
    void aFunctionIsComparedWhole() throws IOException {
        add("fwctl0", FIRST);

        assertThat(directory.of("1a:00.0")).isEmpty();
        assertThat(directory.of("0000:1a:00.1")).isEmpty();
        assertThat(directory.of("")).isEmpty();
    }

    @Test
    void passesOverWhatIsNoNodeOrHasVanished() throws IOException {
        add("fwctl0", FIRST);
        add("fwctl", FIRST);
        add("other7", FIRST);
        Files.createDirectories(sysfs.resolve("class/fwctl/fwctl3"));
        Path dangling = Files.createDirectories(sysfs.resolve("class/fwctl/fwctl4"));
        Files.createSymbolicLink(
                dangling.resolve("device"), sysfs.resolve("devices/gone").resolve(FIRST));

        assertThat(directory.of(FIRST)).extracting(FwctlNode::name).containsExactly("fwctl0");
    }

    @Test
    void looksAnewOnEachCall() throws IOException {
        add("fwctl0", FIRST);
        FwctlNode node = directory.of(FIRST).get(0);
        assertThat(node.belongsToItsFunction()).isTrue();

        remove("fwctl0");
        assertThat(directory.of(FIRST)).isEmpty();
        assertThat(node.belongsToItsFunction()).isFalse();

        add("fwctl2", FIRST);
        add("fwctl0", SECOND);
        assertThat(directory.of(FIRST)).extracting(FwctlNode::name).containsExactly("fwctl2");
        assertThat(node.belongsToItsFunction()).isFalse();
    }

    @Test
    void aDirectoryThatCannotBeReadIsNotTakenForAnEmptyOne() throws IOException {
        Files.createFile(Files.createDirectories(sysfs.resolve("class")).resolve("fwctl"));

        assertThatThrownBy(() -> directory.of(FIRST)).isInstanceOf(NotDirectoryException.class);
    }

    private void add(String name, String function) throws IOException {
        Path target =
                Files.createDirectories(sysfs.resolve("devices/pci0000:17").resolve(function));
        Path entry = Files.createDirectories(sysfs.resolve("class/fwctl").resolve(name));
        Files.createSymbolicLink(entry.resolve("device"), target);
    }

    private void remove(String name) throws IOException {
        Files.delete(sysfs.resolve("class/fwctl").resolve(name).resolve("device"));
        Files.delete(sysfs.resolve("class/fwctl").resolve(name));
    }
}
