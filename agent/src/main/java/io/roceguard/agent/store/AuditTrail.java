// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
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

    private static final Logger LOG = System.getLogger(AuditTrail.class.getName());

    /** Size at which a new file is begun: some 20,000 changes. */
    public static final long MAX_BYTES = 8L << 20;

    private static final String FILE = "audit.jsonl";
    private static final String OLDER = "audit.1.jsonl";

    private final Path directory;
    private final FileChannel lock;
    private FileChannel channel;
    private boolean closed;

    private AuditTrail(Path directory, FileChannel channel, FileChannel lock) {
        this.directory = directory;
        this.channel = channel;
        this.lock = lock;
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
            FileChannel lock = lock(directory);
            try {
                endTornLine(directory.resolve(FILE));
                return new AuditTrail(directory, append(directory), lock);
            } catch (IOException failed) {
                lock.close();
                throw failed;
            }
        } catch (IOException failed) {
            String why = why(failed);
            throw new IOException(
                    "Cannot write in state directory " + directory + ": " + why
                            + ". Make it a directory that this user can write, or set state_directory in the"
                            + " configuration.",
                    failed);
        }
    }

    private static String why(IOException failed) {
        if (failed instanceof AccessDeniedException) {
            return "permission denied";
        }
        return failed instanceof FileAlreadyExistsException
                ? "a file that is no directory has this name"
                : String.valueOf(failed.getMessage());
    }

    /** Held until the trail is closed; the system lets go of it when the process dies. */
    private static FileChannel lock(Path directory) throws IOException {
        FileChannel lock =
                FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (lock.tryLock() != null) {
                return lock;
            }
        } catch (OverlappingFileLockException heldInThisProcess) {
            // The same answer as for another process.
        }
        lock.close();
        throw new IOException("another RoceGuard uses it");
    }

    /** A line that a crash has cut off stays as it is, but the next one begins on its own. */
    private static void endTornLine(Path file) throws IOException {
        if (!Files.exists(file) || Files.size(file) == 0) {
            return;
        }
        try (FileChannel trail = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            trail.read(last, trail.size() - 1);
            if (last.get(0) != '\n') {
                LOG.log(Level.WARNING, "The last line of {0} was cut off, as by a crash.", file);
                trail.write(ByteBuffer.wrap(new byte[] {'\n'}), trail.size());
            }
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
            if (closed) {
                throw new IOException("the audit trail is closed");
            }
            if (!channel.isOpen()) {
                channel = append(directory);
            }
            if (channel.size() > MAX_BYTES) {
                Files.move(directory.resolve(FILE), directory.resolve(OLDER), StandardCopyOption.REPLACE_EXISTING);
                FileChannel fresh = append(directory);
                channel.close();
                channel = fresh;
            }
            write(line);
        } catch (IOException failed) {
            String why = failed.getMessage() == null ? failed.toString() : failed.getMessage();
            throw new IOException("Cannot write to " + directory.resolve(FILE) + ": " + why, failed);
        }
    }

    /** All of the line or none of it, so that the next one does not begin in its middle. */
    private void write(byte[] line) throws IOException {
        long before = channel.size();
        try {
            ByteBuffer bytes = ByteBuffer.wrap(line);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(false);
        } catch (IOException failed) {
            if (channel.isOpen()) {
                channel.truncate(before);
            }
            throw failed;
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
        closed = true;
        lock.close();
        channel.close();
    }
}
