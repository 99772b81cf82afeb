// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.agent.access.PasswordHash;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.access.TokenHash;
import io.roceguard.agent.config.ConfigFile;
import io.roceguard.agent.config.DaemonConfig;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunUsersTest {
    @Test
    void aTokenOpensHttpAsTokenAndJmxAsPassword() {
        RunUsers users = RunUsers.random();
        List<DaemonConfig.User> configured = users.asConfigured();

        assertThat(configured).extracting(DaemonConfig.User::name).containsExactly("operator", "viewer");
        assertThat(configured).extracting(DaemonConfig.User::role).containsExactly(Role.OPERATOR, Role.VIEWER);
        assertOpens(configured.get(0), users.operatorToken());
        assertOpens(configured.get(1), users.viewerToken());
    }

    @Test
    void eachRunHasTokensOfItsOwn() {
        RunUsers users = RunUsers.random();

        assertThat(List.of(
                        users.operatorToken(),
                        users.viewerToken(),
                        RunUsers.random().viewerToken()))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"VIEWER", "NONE"})
    void strangersMayDoWhatTheConfigurationSays(Role anonymous) {
        DaemonConfig config =
                ConfigFile.parse("test", "anonymous: " + anonymous.name().toLowerCase(Locale.ROOT));

        assertThat(config.withUsers(RunUsers.random().asConfigured()).anonymous())
                .isEqualTo(anonymous);
    }

    private static void assertOpens(DaemonConfig.User user, String token) {
        String passwordHash = Objects.requireNonNull(user.passwordHash());
        String tokenHash = Objects.requireNonNull(user.tokenHash());
        assertThat(PasswordHash.parse(passwordHash).matches(token.toCharArray()))
                .isTrue();
        assertThat(TokenHash.parse(tokenHash).matches(token)).isTrue();
    }
}
