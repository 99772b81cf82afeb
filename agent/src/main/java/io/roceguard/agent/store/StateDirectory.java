// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** The state directory, held by one daemon at a time: the system lets go of it when the process dies. */
final class StateDirectory implements AutoCloseable {

    private final Path path;
    private final FileChannel lock;

    private StateDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Takes the directory, and creates it (mode 0700) when it is missing.
     *
     * @throws IOException saying which directory, what is wrong with it and what to do
     */
    static StateDirectory take(Path path) throws IOException {
        try {
            if (!Files.isDirectory(path)) {
                Files.createDirectories(
                        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            return new StateDirectory(path, lock(path));
        } catch (IOException failed) {
            throw new IOException(
                    "Cannot write in state directory " + path + ": " + why(failed)
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

    /**
     * An empty directory for the database driver's native library: what a killed daemon left there goes.
     *
     * @throws IOException when it cannot be emptied
     */
    Path nativeDirectory() throws IOException {
        Path directory = Files.createDirectories(path.resolve("native"));
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory)) {
            for (Path file : left) {
                Files.delete(file);
            }
        }
        return directory;
    }

    Path file(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
