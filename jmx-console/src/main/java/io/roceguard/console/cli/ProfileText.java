// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.adp.ProfilePresets;
import io.roceguard.text.NearestName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The text of a profile: a file's, stdin's, or that of the preset of that name where there is no such file. */
final class ProfileText {

    /** Files of a directory that are looked at for the nearest name. */
    private static final int MOST_FILES = 1000;

    private ProfileText() {}

    /** @throws CliException when there is none, with the nearest name */
    static InputText read(String name, InputStream stdin) {
        if (name.equals("-") || exists(name)) {
            return InputText.read(name, stdin, "profile");
        }
        Optional<String> preset = ProfilePresets.text(name);
        if (preset.isPresent()) {
            return new InputText("preset " + name, preset.get());
        }
        List<String> candidates = new ArrayList<>(ProfilePresets.names());
        candidates.addAll(filesBeside(name));
        throw CliException.usage("There is no file " + PrintableText.line(name) + " and no preset of that name."
                + NearestName.hint(name, candidates) + " Give a file, - for stdin, or a preset: "
                + String.join(", ", ProfilePresets.names()) + ".");
    }

    /** Whether there is a file of that name, readable or not. */
    static boolean exists(String name) {
        try {
            return Files.exists(Path.of(name), LinkOption.NOFOLLOW_LINKS);
        } catch (InvalidPathException noPath) {
            return false;
        }
    }

    /** The files in the directory of a path, as paths in the same form; none where it cannot be read. */
    private static List<String> filesBeside(String name) {
        List<String> files = new ArrayList<>();
        String before = name.substring(0, name.lastIndexOf('/') + 1);
        try (DirectoryStream<Path> directory = Files.newDirectoryStream(Path.of(before.isEmpty() ? "." : before))) {
            for (Path file : directory) {
                if (files.size() == MOST_FILES) {
                    break;
                }
                if (Files.isRegularFile(file)) {
                    files.add(before + file.getFileName());
                }
            }
        } catch (IOException | InvalidPathException unreadable) {
            return List.of();
        }
        return files;
    }
}
