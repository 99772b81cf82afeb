// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.access.PasswordHash;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.access.User;
import io.roceguard.agent.access.Users;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoginTest {

    @ParameterizedTest
    @CsvSource({"127.0.0.1, true", "127.1.2.3, true", "::1, true", "192.0.2.2, false", "2001:db8::1, false"})
    void onlyLoopbackIsThisHost(String host, boolean expected) {
        assertThat(Login.isLoopback(host)).isEqualTo(expected);
    }

    @Test
    void whoDoesNotLogInFromAnUnknownPlaceIsRefusedThoughStrangersMayRead() {
        User alice = new User("alice", Role.VIEWER, PasswordHash.of("wonderland".toCharArray(), 1_000), null);
        Login login = new Login(new Users(List.of(alice), Role.VIEWER));

        assertThatThrownBy(() -> login.authenticate(null)).isInstanceOf(SecurityException.class);
    }
}
