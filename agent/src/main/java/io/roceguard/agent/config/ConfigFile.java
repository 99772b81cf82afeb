// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import io.roceguard.text.TextException;
import io.roceguard.text.YamlNode;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** The daemon's configuration file, YAML in UTF-8. */
public final class ConfigFile {

    private ConfigFile() {}

    /**
     * Reads a configuration file; relative paths in it start at its directory.
     *
     * @throws TextException with line and column where something is wrong in it, without where it cannot be read
     */
    public static DaemonConfig read(Path file) {
        return read(file.toString(), text(file), Optional.of(file));
    }

    /**
     * Reads a configuration that is no file; relative paths in it start at the working directory.
     *
     * @param source what the text is, for messages
     * @throws TextException with line and column of what is wrong
     */
    public static DaemonConfig parse(String source, String text) {
        return read(source, text, Optional.empty());
    }

    private static DaemonConfig read(String source, String text, Optional<Path> file) {
        return new ConfigReader(YamlNode.parse(source, text), file).read();
    }

    private static String text(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw problem(file, "This is a directory; name the configuration file itself.");
            }
            if (Files.size(file) > YamlNode.LARGEST) {
                throw problem(
                        file, "This file is larger than " + YamlNode.LARGEST + " bytes, so it is no configuration.");
            }
            return Files.readString(file);
        } catch (NoSuchFileException missing) {
            throw problem(file, "The file does not exist. Name another with --config, or run without one.");
        } catch (AccessDeniedException denied) {
            throw problem(file, "The file may not be read by the user " + System.getProperty("user.name") + ".");
        } catch (CharacterCodingException encoding) {
            throw problem(file, "The file is not UTF-8 text.");
        } catch (IOException unreadable) {
            throw problem(file, "The file cannot be read: " + unreadable.getMessage() + ".");
        }
    }

    private static TextException problem(Path file, String sentence) {
        return new TextException(file.toString(), 0, 0, sentence);
    }
}
