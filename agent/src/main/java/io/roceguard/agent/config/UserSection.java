// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import io.roceguard.agent.access.PasswordHash;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.access.TokenHash;
import io.roceguard.text.YamlNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The {@code users} of the configuration file. */
final class UserSection {

    private UserSection() {}

    static List<DaemonConfig.User> read(YamlNode users) {
        List<DaemonConfig.User> read = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlNode node : users.list()) {
            DaemonConfig.User user = user(node.mapping("name", "role", "password_hash", "token_hash"));
            if (!names.add(user.name())) {
                throw node.required("name").fail("There are two users named " + user.name() + ".");
            }
            read.add(user);
        }
        return read;
    }

    private static DaemonConfig.User user(YamlNode node) {
        YamlNode name = node.required("name");
        if (name.string().isBlank() || name.string().contains(":")) {
            throw name.fail("A user name has at least one character and no colon.");
        }
        Role role = node.required("role").oneOf("viewer", "operator").equals("operator") ? Role.OPERATOR : Role.VIEWER;
        String password = hash(node.opt("password_hash"), PasswordHash::parse);
        String token = hash(node.opt("token_hash"), TokenHash::parse);
        if (password == null && token == null) {
            throw node.fail(
                    "User " + name.string() + " needs a password_hash or a token_hash; 'roceguard hash' makes them.");
        }
        return new DaemonConfig.User(name.string(), role, password, token);
    }

    private static @Nullable String hash(Optional<YamlNode> node, Consumer<String> check) {
        if (node.isEmpty()) {
            return null;
        }
        String text = node.get().string();
        try {
            check.accept(text);
        } catch (IllegalArgumentException bad) {
            throw node.get().fail(String.valueOf(bad.getMessage()));
        }
        return text;
    }
}
