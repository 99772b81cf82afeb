// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.access.TooManyLoginsException;
import io.roceguard.agent.access.User;
import io.roceguard.agent.access.Users;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * Who sent a request: {@code Authorization: Basic} or {@code Bearer}. Without configured users whoever is on this host
 * is an anonymous viewer.
 *
 * <p>Called by our own router: the JDK server runs its filters before its authenticator, and attributes of an exchange
 * are shared by all exchanges of a context, so neither can tell one caller from another.
 */
final class Authentication {

    private static final String CHANNEL = "http";
    private static final int LONGEST_CLIENT = 100;

    private final Users users;
    private final WrongLogins wrongLogins = new WrongLogins(System::nanoTime);

    Authentication(Users users) {
        this.users = users;
    }

    Login of(Request request) {
        Optional<String> credentials = request.header("Authorization");
        if (credentials.isPresent()) {
            try {
                return user(credentials.get())
                        .<Login>map(
                                user -> new Login.Known(new Caller(user.name(), user.role(), CHANNEL, client(request))))
                        .orElseGet(() -> wrong(request));
            } catch (TooManyLoginsException busy) {
                return new Login.Busy(String.valueOf(busy.getMessage()));
            }
        }
        if (users.anonymous() != Role.NONE && request.fromLoopback()) {
            return new Login.Known(new Caller("anonymous", users.anonymous(), CHANNEL, client(request)));
        }
        return new Login.Refused(
                false,
                "Log in to use this: send the name and password of a configured user (curl -u NAME:PASSWORD),"
                        + " or a token (Authorization: Bearer TOKEN).");
    }

    /** What the client says of itself, cut down to what a line of the history can take. */
    private static String client(Request request) {
        String said = request.header("User-Agent")
                .orElse("")
                .replaceAll("[^ -~]", "?")
                .strip();
        return said.length() <= LONGEST_CLIENT ? said : said.substring(0, LONGEST_CLIENT);
    }

    private Login wrong(Request request) {
        wrongLogins.from(request.peer());
        return new Login.Refused(
                true,
                users.configured()
                        ? "The credentials are wrong: no user has this name and password, or this token."
                        : "The credentials are wrong: no users are configured. Add users to the configuration,"
                                + " or send no credentials to read from this host.");
    }

    private Optional<User> user(String credentials) {
        int space = credentials.indexOf(' ');
        if (space < 0) {
            return Optional.empty();
        }
        String scheme = credentials.substring(0, space);
        String value = credentials.substring(space + 1).strip();
        if (scheme.equalsIgnoreCase("Bearer")) {
            return users.byToken(value);
        }
        return scheme.equalsIgnoreCase("Basic") ? byPassword(value) : Optional.empty();
    }

    private Optional<User> byPassword(String base64) {
        String pair;
        try {
            pair = new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
        int colon = pair.indexOf(':');
        return colon < 0
                ? Optional.empty()
                : users.byPassword(
                        pair.substring(0, colon), pair.substring(colon + 1).toCharArray());
    }
}
