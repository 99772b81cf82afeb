// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.jr.ob.JSON;

/**
 * Who changed which register when and what came of it: one JSON object a line in {@code audit.jsonl} of the state
 * directory, on disk before the SET is sent. The file is set aside as {@code audit.1.jsonl} when it grows past
 * {@link #MAX_BYTES}; older ones are dropped.
 */
public final class AuditTrail implements AutoCloseable {

    /** Size at which a new file is begun: some 20,000 changes. */
    public static final long MAX_BYTES = 8L << 20;

    private static final String FILE = "audit.jsonl";
    private static final String OLDER = "audit.1.jsonl";

    private final Path directory;
    private FileChannel channel;

    private AuditTrail(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /**
     * Opens the trail and creates the state directory (mode 0700) when it is missing.
     *
     * @throws IOException saying which directory, what is wrong with it and what to do
     */
    public static AuditTrail open(Path directory) throws IOException {
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(
                        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            return new AuditTrail(directory, append(directory));
        } catch (IOException failed) {
            String why =
                    failed instanceof AccessDeniedException ? "permission denied" : String.valueOf(failed.getMessage());
            throw new IOException(
                    "Cannot write in state directory " + directory + ": " + why
                            + ". Make it a directory that this user can write, or set state_directory in the"
                            + " configuration.",
                    failed);
        }
    }

    private static FileChannel append(Path directory) throws IOException {
        return FileChannel.open(
                directory.resolve(FILE),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.APPEND);
    }

    /**
     * Appends the entry and waits until it is on disk.
     *
     * @throws IOException naming the file; nothing may be sent to a NIC then
     */
    public synchronized void record(AuditEntry entry) throws IOException {
        byte[] line = (JSON.std.asString(fields(entry)) + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            if (channel.size() > MAX_BYTES) {
                channel.close();
                Files.move(directory.resolve(FILE), directory.resolve(OLDER), StandardCopyOption.REPLACE_EXISTING);
                channel = append(directory);
            }
            ByteBuffer bytes = ByteBuffer.wrap(line);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(false);
        } catch (IOException failed) {
            throw new IOException("Cannot write to " + directory.resolve(FILE) + ": " + failed, failed);
        }
    }

    private static Map<String, Object> fields(AuditEntry entry) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("time_ms", entry.millis());
        fields.put("change", entry.change());
        fields.put("nic", entry.nic());
        fields.put("stable_id", entry.stableId());
        fields.put("caller", entry.caller());
        fields.put("channel", entry.channel());
        fields.put("stage", entry.stage());
        fields.put("words", entry.words());
        fields.put("detail", entry.detail());
        return fields;
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
    }
}
