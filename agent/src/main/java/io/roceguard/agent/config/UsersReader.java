// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import io.roceguard.agent.access.PasswordHash;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.access.TokenHash;
import io.roceguard.agent.config.DaemonConfig.User;
import io.roceguard.text.YamlNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The users of the configuration, each with a hash that can be read. */
final class UsersReader {

    /** No colon, which ends the name in Basic authentication, and nothing that a log line could be forged with. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

    /** Callers who have not logged in go by these, and the daemon itself. */
    private static final Set<String> RESERVED = Set.of("anonymous", "local", "roceguard");

    private UsersReader() {}

    static List<User> read(YamlNode node) {
        List<User> users = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlNode entry : node.list()) {
            entry.mapping("name", "role", "password_hash", "token_hash");
            String name = name(entry.required("name"), names);
            Role role = role(entry.required("role"));
            String password = hash(entry.opt("password_hash"), PasswordHash::parse);
            String token = hash(entry.opt("token_hash"), TokenHash::parse);
            if (password == null && token == null) {
                throw entry.fail(
                        "The user " + name + " has neither password_hash nor token_hash, so it could never log in."
                                + " Make one with `roceguard hash` or `roceguard hash --token`.");
            }
            users.add(new User(name, role, password, token));
        }
        return users;
    }

    private static String name(YamlNode node, Set<String> names) {
        String name = node.string();
        if (!NAME.matcher(name).matches()) {
            throw node.fail(
                    "A user name is 1..64 letters, digits, dots, dashes, underscores or @ and starts with a letter or"
                            + " digit.");
        }
        if (RESERVED.contains(name)) {
            throw node.fail("The user name " + name
                    + " is reserved: the history calls callers without a log-in, or the daemon itself, by it.");
        }
        if (!names.add(name)) {
            throw node.fail("The user " + name + " is there twice. Give each user one entry.");
        }
        return name;
    }

    private static Role role(YamlNode node) {
        return Role.valueOf(node.oneOf("viewer", "operator").toUpperCase(Locale.ROOT));
    }

    private static @Nullable String hash(Optional<YamlNode> node, Function<String, ?> parse) {
        if (node.isEmpty()) {
            return null;
        }
        String text = node.get().string();
        try {
            return parse.apply(text).toString();
        } catch (IllegalArgumentException wrong) {
            throw node.get().fail(String.valueOf(wrong.getMessage()));
        }
    }
}
