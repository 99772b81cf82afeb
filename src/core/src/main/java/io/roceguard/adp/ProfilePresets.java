// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.text.Excerpt;
import io.roceguard.text.NearestName;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The profiles that come with the program, as profile files. Each begins with a comment: what for, and what it does. */
public final class ProfilePresets {

    private static final List<String> NAMES =
            List.of("firmware-like", "fast-detect", "flap-1s", "flap-10s", "long-haul");

    private ProfilePresets() {}

    /** The names of all, as {@link #text} takes them. */
    public static List<String> names() {
        return NAMES;
    }

    /** The YAML of a preset; empty when there is none of that name. */
    public static Optional<String> text(String name) {
        return NAMES.contains(name) ? Optional.of(resource(name + ".yaml")) : Optional.empty();
    }

    /** What a preset is for, the first line of its comment; empty when there is none of that name. */
    public static Optional<String> purpose(String name) {
        return text(name).map(text -> text.lines().findFirst().orElse("").replaceFirst("^# *", ""));
    }

    /**
     * @throws IllegalArgumentException when there is none of that name; the message is that of {@link #unknown}
     */
    public static ProfileFile read(String name) {
        return ProfileFile.read(name, text(name).orElseThrow(() -> new IllegalArgumentException(unknown(name))));
    }

    /** What to say of a name that no preset has: the nearest, and all. */
    public static String unknown(String name) {
        return "There is no preset " + Excerpt.of(name) + "." + NearestName.hint(name, NAMES) + " Presets: "
                + String.join(", ", NAMES) + ".";
    }

    private static String resource(String file) {
        try (InputStream in = ProfilePresets.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("The resource " + file + " is missing in this build.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
