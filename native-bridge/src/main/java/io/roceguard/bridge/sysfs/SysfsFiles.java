// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The calls that need a descriptor: reading attributes, which also reach a driver, and listing directories. */
interface SysfsFiles {

    /** Sysfs never gives more than a page. */
    int MOST_BYTES = 4096;

    /** The kernel's files. */
    SysfsFiles KERNEL = new SysfsFiles() {
        @Override
        public String read(Path file) throws IOException {
            // A stream and not a channel: an interrupt must not make an attribute look unreadable.
            try (InputStream in = Files.newInputStream(file)) {
                // One read: sysfs gives an attribute whole, and asking for its end would be a second system call.
                byte[] bytes = new byte[MOST_BYTES];
                int length = Math.max(0, in.read(bytes));
                return new String(bytes, 0, length, StandardCharsets.UTF_8).strip();
            }
        }

        @Override
        public OpenFile open(Path file) throws IOException {
            return new KernelFile(file);
        }
    };

    /**
     * Opens, reads and closes.
     *
     * @return the content without blanks around it
     * @throws IOException with the message of the errno where read(2) or open(2) failed
     */
    String read(Path file) throws IOException;

    /**
     * Opens, to be read often.
     *
     * @throws IOException with the message of the errno where open(2) failed
     */
    OpenFile open(Path file) throws IOException;

    /**
     * Names of the entries of a directory, in any order.
     *
     * @throws IOException when the directory is missing or cannot be read
     */
    default List<String> list(Path directory) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                names.add(String.valueOf(entry.getFileName()));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    /** An attribute that is open. Each read asks the driver anew. Used and closed by one thread. */
    interface OpenFile extends Closeable {

        /**
         * Reads from the beginning of the attribute into what remains of the buffer.
         *
         * @return bytes, not positive when there are none
         * @throws IOException with the message of the errno where pread(2) failed: {@code ENODEV} when the attribute was
         *     removed since it was opened
         */
        int read(ByteBuffer into) throws IOException;

        /** Never fails: the descriptor is gone all the same. */
        @Override
        void close();
    }
}
