// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.remote;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.access.TooManyLoginsException;
import io.roceguard.agent.access.User;
import io.roceguard.agent.access.Users;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.rmi.server.RemoteServer;
import java.rmi.server.ServerNotActiveException;
import java.util.Optional;
import java.util.Set;
import javax.management.remote.JMXAuthenticator;
import javax.management.remote.JMXPrincipal;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Turns JMX credentials into the subject of a connection, which carries the {@link Caller}. Without configured users
 * everybody is an anonymous viewer.
 */
final class Login implements JMXAuthenticator {

    private static final Logger LOG = System.getLogger(Login.class.getName());
    private static final String CHANNEL = "jmx";

    /** The connector itself, which looks for notifications on behalf of all its connections. */
    private static final Caller CONNECTOR = new Caller("connector", Role.VIEWER, CHANNEL);

    private static final Caller STRANGER = new Caller("stranger", Role.NONE, CHANNEL);

    private final Users users;

    Login(Users users) {
        this.users = users;
    }

    /**
     * @param credentials {@code String[]{user, password}}, or {@code String[]{anything, token}}
     * @throws SecurityException when they are not right
     */
    @Override
    public Subject authenticate(@Nullable Object credentials) {
        boolean anonymous = credentials == null && users.anonymous() != Role.NONE && fromThisHost();
        Caller caller = anonymous || !users.configured()
                ? new Caller("anonymous", users.anonymous(), CHANNEL)
                : login(credentials);
        return new Subject(true, Set.of(new JMXPrincipal(caller.name())), Set.of(), Set.of(caller));
    }

    private Caller login(@Nullable Object credentials) {
        if (!(credentials instanceof String[] pair) || pair.length != 2 || pair[0] == null || pair[1] == null) {
            throw refused("This daemon knows its users. Connect with a user name and a password, or with any user name"
                    + " and a token in place of the password.");
        }
        User user = user(pair[0], pair[1])
                .orElseThrow(() -> refused("The user name or the password is wrong, or the token is not known."
                        + " Check them against the users in the daemon's configuration."));
        return new Caller(user.name(), user.role(), CHANNEL);
    }

    private Optional<User> user(String name, String secret) {
        try {
            return users.byToken(secret).or(() -> users.byPassword(name, secret.toCharArray()));
        } catch (TooManyLoginsException busy) {
            throw refused(String.valueOf(busy.getMessage()));
        }
    }

    private static SecurityException refused(String sentence) {
        LOG.log(Level.WARNING, "Refused a JMX login from {0}.", clientHost());
        return new SecurityException(sentence);
    }

    /** As over HTTP: who does not log in must be on this host. */
    private static boolean fromThisHost() {
        try {
            return isLoopback(RemoteServer.getClientHost());
        } catch (ServerNotActiveException notRemote) {
            return false;
        }
    }

    static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    private static String clientHost() {
        try {
            return RemoteServer.getClientHost();
        } catch (ServerNotActiveException notRemote) {
            return "this process";
        }
    }

    /** On whose behalf the current thread serves a request. */
    static Caller caller() {
        return CallingSubject.get().map(Login::callerOf).orElse(CONNECTOR);
    }

    private static Caller callerOf(Subject subject) {
        return subject.getPrivateCredentials(Caller.class).stream().findFirst().orElse(STRANGER);
    }
}
