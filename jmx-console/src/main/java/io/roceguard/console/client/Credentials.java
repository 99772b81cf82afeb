// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.client;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** How a caller proves who they are. */
public sealed interface Credentials {

    /** A daemon without users answers anonymous readers. */
    record Anonymous() implements Credentials {}

    record Token(String token) implements Credentials {
        @Override
        public String toString() {
            return "Token[hidden]";
        }
    }

    record Password(String user, String password) implements Credentials {
        @Override
        public String toString() {
            return "Password[user=" + user + "]";
        }
    }

    /** The value of the header {@code Authorization}. */
    default Optional<String> authorization() {
        if (this instanceof Token token) {
            return Optional.of("Bearer " + token.token());
        }
        if (this instanceof Password password) {
            byte[] pair = (password.user() + ":" + password.password()).getBytes(StandardCharsets.UTF_8);
            return Optional.of("Basic " + Base64.getEncoder().encodeToString(pair));
        }
        return Optional.empty();
    }
}
