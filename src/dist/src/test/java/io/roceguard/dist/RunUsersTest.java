// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.agent.access.PasswordHash;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.access.TokenHash;
import io.roceguard.agent.config.DaemonConfig;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

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

    private static void assertOpens(DaemonConfig.User user, String token) {
        String passwordHash = Objects.requireNonNull(user.passwordHash());
        String tokenHash = Objects.requireNonNull(user.tokenHash());
        assertThat(PasswordHash.parse(passwordHash).matches(token.toCharArray()))
                .isTrue();
        assertThat(TokenHash.parse(tokenHash).matches(token)).isTrue();
    }
}
