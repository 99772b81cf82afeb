// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A sysfs of plain files, built by hand or from a list of {@code path:value} lines. Failing reads, which plain files
 * cannot have, are injected by {@link #files()}, which also remembers what was read
 * and what is open.
 */
final class SysfsTree {

    private final Path root;
    private final Map<Path, String> failing = new HashMap<>();
    private final List<Path> reads = new ArrayList<>();
    private final Map<Path, Runnable> before = new HashMap<>();
    private @Nullable String failingOpen;
    private @Nullable String failingListing;
    private int open;
    private int opened;

    SysfsTree(Path root) {
        this.root = root;
    }

    /**
     * Lines {@code /sys/path:value}; {@code #} starts a comment; value {@code !DIR ENOENT} is a directory that does not
     * exist although its parent does, {@code !ERR EINVAL} an attribute whose read fails.
     */
    SysfsTree addList(String resource) throws IOException {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(SysfsTree.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String entry = line.replaceFirst("\\s*#.*", "");
                if (!entry.isEmpty()) {
                    int colon = entry.indexOf(':');
                    addEntry(entry.substring("/sys/".length(), colon), entry.substring(colon + 1));
                }
            }
        }
        return this;
    }

    private void addEntry(String path, String value) {
        if (value.startsWith("!DIR ")) {
            directory(path).remove(path);
        } else if (value.startsWith("!ERR ")) {
            file(path, "")
                    .fail(
                            path,
                            switch (value.substring("!ERR ".length())) {
                                case "EINVAL" -> "Invalid argument";
                                case "ENODEV" -> "No such device";
                                default -> throw new IllegalArgumentException(value);
                            });
        } else {
            file(path, value);
        }
    }

    SysfsTree file(String path, String value) {
        Path file = root.resolve(path);
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, value + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    SysfsTree directory(String path) {
        try {
            Files.createDirectories(root.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** A symbolic link, which may point to nowhere. */
    SysfsTree link(String path, String target) {
        try {
            Files.createDirectories(root.resolve(path).getParent());
            Files.createSymbolicLink(root.resolve(path), Path.of(target));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    SysfsTree move(String from, String to) {
        try {
            Files.move(root.resolve(from), root.resolve(to));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    SysfsTree remove(String path) {
        try (Stream<Path> all = Files.walk(root.resolve(path))) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Reading the file fails from now on with the C library's text of an errno. */
    SysfsTree fail(String path, String strerror) {
        failing.put(root.resolve(path), strerror);
        return this;
    }

    SysfsTree heal(String path) {
        failing.remove(root.resolve(path));
        return this;
    }

    Path root() {
        return root;
    }

    /** Everything read through {@link #files()}, relative to the root, in order. */
    List<String> reads() {
        return reads.stream().map(read -> root.relativize(read).toString()).toList();
    }

    void forgetReads() {
        reads.clear();
        opened = 0;
    }

    /** How many files of {@link #files()} are open now. */
    int open() {
        return open;
    }

    /** How many files were opened since the last {@link #forgetReads()}. */
    int opened() {
        return opened;
    }

    /** Runs before a file is read the next time. */
    SysfsTree beforeReading(String path, Runnable action) {
        before.put(root.resolve(path), action);
        return this;
    }

    /** No file can be opened from now on, with the C library's text of an errno; {@code null} ends it. */
    SysfsTree failOpening(@Nullable String strerror) {
        failingOpen = strerror;
        return this;
    }

    /** No directory can be listed from now on; {@code null} ends it. */
    SysfsTree failListing(@Nullable String strerror) {
        failingListing = strerror;
        return this;
    }

    private void aboutToRead(Path file) throws IOException {
        reads.add(file);
        Runnable action = before.remove(file);
        if (action != null) {
            action.run();
        }
        String strerror = failing.get(file);
        if (strerror != null) {
            throw new IOException(strerror);
        }
    }

    /** As sysfs does it: a file that was open when it was removed gives ENODEV. */
    SysfsFiles files() {
        return new SysfsFiles() {
            @Override
            public String read(Path file) throws IOException {
                aboutToRead(file);
                return KERNEL.read(file);
            }

            @Override
            public OpenFile open(Path file) throws IOException {
                if (failingOpen != null) {
                    throw new FileSystemException(file.toString(), null, failingOpen);
                }
                return new TreeFile(file, KERNEL.open(file));
            }

            @Override
            public List<String> list(Path directory) throws IOException {
                if (failingListing != null) {
                    throw new FileSystemException(directory.toString(), null, failingListing);
                }
                return KERNEL.list(directory);
            }
        };
    }

    private static @Nullable Object keyOf(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (IOException gone) {
            return null;
        }
    }

    private final class TreeFile implements SysfsFiles.OpenFile {

        private final Path path;
        private final SysfsFiles.OpenFile kernel;
        private final @Nullable Object key;

        TreeFile(Path path, SysfsFiles.OpenFile kernel) {
            this.path = path;
            this.kernel = kernel;
            this.key = keyOf(path);
            open++;
            opened++;
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            aboutToRead(path);
            if (!Objects.equals(key, keyOf(path))) {
                throw new IOException("No such device");
            }
            return kernel.read(into);
        }

        @Override
        public void close() {
            open--;
            kernel.close();
        }
    }
}
