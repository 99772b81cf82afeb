// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import io.roceguard.agent.access.PasswordHash;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.access.TokenHash;
import io.roceguard.agent.config.DaemonConfig;
import java.util.List;

/**
 * Two users that live as long as the process, for a run on simulated NICs without configured users.
 *
 * @param operatorToken token, and over JMX password, of the user {@code operator}
 * @param viewerToken token, and over JMX password, of the user {@code viewer}
 */
record RunUsers(String operatorToken, String viewerToken) {

    /** Enough for a password of 256 random bits, and cheap at start. */
    private static final int ITERATIONS = 1_000;

    static RunUsers random() {
        return new RunUsers(TokenHash.newToken(), TokenHash.newToken());
    }

    List<DaemonConfig.User> asConfigured() {
        return List.of(user("operator", Role.OPERATOR, operatorToken), user("viewer", Role.VIEWER, viewerToken));
    }

    private static DaemonConfig.User user(String name, Role role, String token) {
        return new DaemonConfig.User(
                name,
                role,
                PasswordHash.of(token.toCharArray(), ITERATIONS).toString(),
                TokenHash.of(token).toString());
    }
}
