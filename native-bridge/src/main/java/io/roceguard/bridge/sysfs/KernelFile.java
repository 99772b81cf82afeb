// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * An attribute on a channel. That and not a call of the C library, because it costs less processor time and works where
 * native calls are not possible.
 */
final class KernelFile implements SysfsFiles.OpenFile {

    private final Path path;
    private FileChannel channel;

    KernelFile(Path path) throws IOException {
        this.path = path;
        this.channel = FileChannel.open(path, StandardOpenOption.READ);
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        if (!channel.isOpen()) {
            channel = FileChannel.open(path, StandardOpenOption.READ);
        }
        try {
            return channel.read(into, 0);
        } catch (ClosedByInterruptException interrupted) {
            // The thread stays interrupted, and says nothing about the attribute.
            return readUninterrupted(into);
        }
    }

    private int readUninterrupted(ByteBuffer into) throws IOException {
        byte[] bytes = new byte[into.remaining()];
        try (InputStream in = Files.newInputStream(path)) {
            int length = Math.max(0, in.read(bytes));
            into.put(bytes, 0, length);
            return length;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException nothingToDo) {
            // close(2) on a file that was only read: the descriptor is free.
        }
    }
}
