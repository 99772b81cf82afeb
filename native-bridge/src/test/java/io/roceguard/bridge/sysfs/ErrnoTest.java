// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrnoTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "Invalid argument, EINVAL",
        "Input/output error, EIO",
        "No such device, ENODEV",
        "No such device or address, ENXIO",
        "Device or resource busy, EBUSY",
        "Operation not supported, EOPNOTSUPP",
        "Connection timed out, ETIMEDOUT"
    })
    void textOfTheCLibraryIsNamed(String text, String name) {
        assertThat(Errno.nameOf(new IOException(text))).isEqualTo(name);
        assertThat(Errno.nameOf(new FileSystemException("/sys/x", null, text))).isEqualTo(name);
    }

    @Test
    void exceptionsThatStandForAnErrnoAreNamed() {
        assertThat(Errno.nameOf(new NoSuchFileException("/sys/x"))).isEqualTo("ENOENT");
        assertThat(Errno.nameOf(new AccessDeniedException("/sys/x"))).isEqualTo("EACCES");
    }

    @Test
    void unknownTextIsNotGuessed() {
        assertThat(Errno.nameOf(new IOException("Das Argument ist ungueltig"))).isEqualTo("unreadable");
        assertThat(Errno.nameOf(new IOException())).isEqualTo("unreadable");
    }

    @Test
    void realFailuresOfThisSystemAreNamed() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        assertThat(nameOfReading(directory.resolve("missing"))).isEqualTo("ENOENT");
        assertThat(nameOfReading(directory)).isEqualTo("EISDIR");
        assertThat(nameOfReading(file.resolve("below"))).isEqualTo("ENOTDIR");
        assertThat(nameOfOpening(directory.resolve("missing"))).isEqualTo("ENOENT");
        assertThat(nameOfOpening(directory)).isEqualTo("EISDIR");
        assertThat(nameOfOpening(file.resolve("below"))).isEqualTo("ENOTDIR");
    }

    private static String nameOfReading(Path path) {
        try {
            return "no failure: " + SysfsFiles.KERNEL.read(path);
        } catch (IOException failure) {
            return Errno.nameOf(failure);
        }
    }

    private static String nameOfOpening(Path path) {
        try (SysfsFiles.OpenFile file = SysfsFiles.KERNEL.open(path)) {
            return "no failure: " + file.read(ByteBuffer.allocate(8));
        } catch (IOException failure) {
            return Errno.nameOf(failure);
        }
    }
}
