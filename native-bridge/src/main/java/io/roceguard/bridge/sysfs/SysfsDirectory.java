// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A directory of sysfs and the ways its content is read. Paths are relative to it. */
record SysfsDirectory(Path path, SysfsFiles files) {

    SysfsDirectory in(String relative) {
        return new SysfsDirectory(path.resolve(relative), files);
    }

    boolean exists() {
        return Files.isDirectory(path);
    }

    boolean holds(String relative) {
        return Files.exists(path.resolve(relative));
    }

    /** The attribute's text; null when it is missing, empty or cannot be read. */
    @Nullable
    String text(String attribute) {
        try {
            String text = files.read(path.resolve(attribute));
            return text.isEmpty() ? null : text;
        } catch (IOException unreadable) {
            return null;
        }
    }

    /** Last name of what the link points to; null when it is no link. */
    @Nullable
    String linkTarget(String link) {
        try {
            Path target = Files.readSymbolicLink(path.resolve(link)).getFileName();
            return target == null ? null : target.toString();
        } catch (IOException | UnsupportedOperationException noLink) {
            return null;
        }
    }

    /**
     * Names of the entries, sorted.
     *
     * @throws IOException when the directory is missing or cannot be read
     */
    List<String> entries() throws IOException {
        return files.list(path).stream().sorted().toList();
    }

    /** Names of the entries, sorted; none when the directory is missing or cannot be read. */
    List<String> entriesOrNone() {
        try {
            return entries();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    /** Names that are numbers, ascending: ports, GID indexes. */
    List<Integer> numbers() {
        return entriesOrNone().stream()
                .filter(name -> name.matches("[0-9]{1,6}"))
                .map(Integer::valueOf)
                .sorted()
                .toList();
    }
}
