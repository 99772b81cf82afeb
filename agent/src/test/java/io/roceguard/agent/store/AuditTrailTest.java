// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.jr.ob.JSON;

class AuditTrailTest {

    @TempDir
    private Path directory;

    private static AuditEntry entry(String detail) {
        return new AuditEntry(1, "change", "mlx5_0", "0000:1a:00.0/guid", "alice", "http", "intent", "0x1", detail);
    }

    @Test
    void aMissingDirectoryIsCreatedForItsOwnerAlone() throws Exception {
        Path missing = directory.resolve("a/b");

        AuditTrail.open(missing).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(missing)))
                .isEqualTo("rwx------");
    }

    @Test
    void everyEntryIsOneLineOfJson() throws Exception {
        try (AuditTrail trail = AuditTrail.open(directory)) {
            trail.record(entry("two\nlines \"quoted\""));
        }

        assertThat(Files.readAllLines(directory.resolve("audit.jsonl")))
                .singleElement()
                .satisfies(line -> assertThat(JSON.std.mapFrom(line))
                        .containsEntry("detail", "two\nlines \"quoted\"")
                        .containsEntry("caller", "alice"));
    }

    @Test
    void entriesOfAnEarlierRunAreKept() throws Exception {
        for (int run = 0; run < 2; run++) {
            try (AuditTrail trail = AuditTrail.open(directory)) {
                trail.record(entry("run " + run));
            }
        }

        assertThat(Files.readAllLines(directory.resolve("audit.jsonl"))).hasSize(2);
    }

    @Test
    void aFileThatGrewTooLargeIsSetAside() throws Exception {
        Files.write(directory.resolve("audit.jsonl"), new byte[(int) AuditTrail.MAX_BYTES + 1]);

        try (AuditTrail trail = AuditTrail.open(directory)) {
            trail.record(entry("first of the new file"));
        }

        assertThat(Files.readAllLines(directory.resolve("audit.jsonl"))).hasSize(1);
        assertThat(directory.resolve("audit.1.jsonl")).exists();
    }

    @Test
    void aLineThatACrashHasCutOffDoesNotSpoilTheNext() throws Exception {
        Files.writeString(directory.resolve("audit.jsonl"), "{\"time_ms\":1,\"chan");

        try (AuditTrail trail = AuditTrail.open(directory)) {
            trail.record(entry("after the crash"));
        }

        assertThat(Files.readAllLines(directory.resolve("audit.jsonl")))
                .hasSize(2)
                .last()
                .satisfies(line -> assertThat(JSON.std.mapFrom(line)).containsEntry("detail", "after the crash"));
    }

    @Test
    void twoDaemonsDoNotShareADirectory() throws Exception {
        try (AuditTrail first = AuditTrail.open(directory)) {
            assertThatThrownBy(() -> AuditTrail.open(directory)).hasMessageContaining("another RoceGuard uses it");
            first.record(entry("still works"));
        }
        AuditTrail.open(directory).close();
    }

    @Test
    void aDirectoryThatCannotBeUsedIsNamedWithARemedy() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> AuditTrail.open(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Cannot write in state directory " + file)
                .hasMessageContaining("state_directory");
    }
}
