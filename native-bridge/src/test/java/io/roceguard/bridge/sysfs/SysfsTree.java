// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A sysfs of plain files, built by hand or from a list of {@code path:value} lines. Failing reads, which plain files
 * cannot have, are injected by {@link #files()}, which also remembers what was read.
 */
final class SysfsTree {

    private final Path root;
    private final Map<Path, String> failing = new HashMap<>();
    private final List<Path> reads = new ArrayList<>();

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
    }

    SysfsFiles files() {
        return file -> {
            reads.add(file);
            String strerror = failing.get(file);
            if (strerror != null) {
                throw new IOException(strerror);
            }
            return SysfsFiles.KERNEL.read(file);
        };
    }
}
