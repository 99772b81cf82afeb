// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import io.roceguard.adp.ProfileFile;
import io.roceguard.adp.ProfilePresets;
import io.roceguard.agent.config.DesiredStateRule.Mode;
import io.roceguard.register.Assignment;
import io.roceguard.register.MlxregText;
import io.roceguard.text.YamlNode;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The section {@code desired_state}: what is wanted of which NICs. */
final class DesiredStateReader {

    private static final String FILE = ".yaml";

    private final Function<YamlNode, Path> paths;

    /** @param paths reads a path, relative to the configuration file */
    DesiredStateReader(Function<YamlNode, Path> paths) {
        this.paths = paths;
    }

    List<DesiredStateRule> read(YamlNode section) {
        List<DesiredStateRule> rules = new ArrayList<>();
        for (YamlNode entry : section.list()) {
            entry.mapping("nic", "mode", "profile", "set", "accept");
            List<Assignment> assignments = new ArrayList<>();
            entry.opt("profile").map(this::profile).ifPresent(assignments::addAll);
            entry.opt("set").map(DesiredStateReader::assignments).ifPresent(assignments::addAll);
            checkEachOnce(entry, assignments);
            rules.add(new DesiredStateRule(
                    NicsReader.pattern(entry.required("nic")),
                    entry.opt("mode").map(node -> node.oneOf(Mode.class)).orElse(Mode.OBSERVE),
                    "desired_state[" + rules.size() + "]"
                            + entry.opt("profile")
                                    .map(node -> ", profile " + node.string())
                                    .orElse(""),
                    assignments,
                    entry.opt("accept").map(DesiredStateReader::codes).orElse(Set.of())));
        }
        return rules;
    }

    private List<Assignment> profile(YamlNode node) {
        String name = node.string();
        if (!name.endsWith(FILE)) {
            if (ProfilePresets.text(name).isEmpty()) {
                throw node.fail(ProfilePresets.unknown(name) + " A profile file ends in " + FILE + ".");
            }
            return ProfilePresets.read(name).assignments();
        }
        Path file = paths.apply(node);
        try {
            return ProfileFile.read(file.toString(), Files.readString(file)).assignments();
        } catch (IOException unreadable) {
            throw node.fail("The profile file " + file + " cannot be read: " + why(unreadable) + ".");
        }
    }

    private static String why(IOException unreadable) {
        if (unreadable instanceof NoSuchFileException) {
            return "it does not exist";
        }
        if (unreadable instanceof AccessDeniedException) {
            return "the user " + System.getProperty("user.name") + " may not";
        }
        return unreadable instanceof CharacterCodingException
                ? "it is not UTF-8 text"
                : String.valueOf(unreadable.getMessage());
    }

    private static List<Assignment> assignments(YamlNode node) {
        try {
            return MlxregText.parseAssignments(node.string());
        } catch (IllegalArgumentException bad) {
            throw node.fail(node.path() + " is name=value,...: " + bad.getMessage());
        }
    }

    private static void checkEachOnce(YamlNode entry, List<Assignment> assignments) {
        if (assignments.isEmpty()) {
            throw entry.fail(entry.path() + " wants nothing. Give a profile, or set.");
        }
        Set<String> names = new HashSet<>();
        Optional<Assignment> twice = assignments.stream()
                .filter(assignment -> !names.add(assignment.field().name()))
                .findFirst();
        if (twice.isPresent()) {
            throw entry.fail(entry.path() + " wants " + twice.get().field().name()
                    + " twice. A profile has all its fields already.");
        }
    }

    private static Set<String> codes(YamlNode node) {
        Set<String> codes = new HashSet<>();
        node.list().forEach(code -> codes.add(code.string()));
        return codes;
    }
}
