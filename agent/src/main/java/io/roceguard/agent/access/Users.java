// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The configured users and the check of what they present. Thread-safe.
 *
 * <p>A wrong user name costs as much time as a wrong password. One password at a time is hashed, so that guessing can
 * load one core of the host and no more; a password that was right is remembered for a minute.
 */
public final class Users {

    /** Passwords that are hashed or wait for it; more would fill the threads that serve others. */
    private static final int MOST_WAITING = 8;

    private final Object hashing = new Object();
    private final Semaphore waiting = new Semaphore(MOST_WAITING);
    private int hashed;

    private final List<User> users;
    private final Role anonymous;
    private final Map<String, User> byName;
    private final PasswordHash decoy;
    private final VerifiedPasswords verified;

    /** Whoever does not log in may do nothing, unless nobody can log in: then callers on this host may read. */
    public Users(List<User> users) {
        this(users, users.isEmpty() ? Role.VIEWER : Role.NONE);
    }

    /** @param anonymous what a caller on this host who does not log in may do */
    public Users(List<User> users, Role anonymous) {
        this(users, anonymous, System::nanoTime);
    }

    /** @param nanoTime the clock that ends the memory of right passwords */
    Users(List<User> users, Role anonymous, LongSupplier nanoTime) {
        this.users = List.copyOf(users);
        this.anonymous = anonymous;
        this.byName = users.stream().collect(Collectors.toUnmodifiableMap(User::name, Function.identity()));
        this.decoy = decoy(users);
        this.verified = new VerifiedPasswords(nanoTime);
    }

    /** Nobody: everything is read-only, and only from the host itself. */
    public static Users none() {
        return new Users(List.of());
    }

    /** A hash that no password matches, as expensive as the real ones. */
    private static PasswordHash decoy(List<User> users) {
        int iterations = 0;
        for (User user : users) {
            if (user.password() != null) {
                iterations = Math.max(iterations, user.password().iterations());
            }
        }
        if (iterations == 0) {
            iterations = PasswordHash.DEFAULT_ITERATIONS;
        }
        return PasswordHash.parse("pbkdf2-sha256$" + iterations + "$" + "A".repeat(22) + "==$" + "A".repeat(43) + "=");
    }

    /** False: nobody can log in. */
    public boolean configured() {
        return !users.isEmpty();
    }

    /** What a caller on this host who does not log in may do: {@code VIEWER} or {@code NONE}. */
    public Role anonymous() {
        return anonymous;
    }

    /**
     * The user of that name if the password is right.
     *
     * @throws TooManyLoginsException when {@value #MOST_WAITING} others are being checked
     */
    public Optional<User> byPassword(String name, char[] password) {
        User user = byName.get(name);
        if (user != null && verified.contains(name, password)) {
            return Optional.of(user);
        }
        if (!matches(user, name, password) || user == null) {
            return Optional.empty();
        }
        return Optional.of(user);
    }

    private boolean matches(@Nullable User user, String name, char[] password) {
        if (!waiting.tryAcquire()) {
            throw new TooManyLoginsException();
        }
        try {
            synchronized (hashing) {
                // Somebody before us in the queue may have brought the same right password.
                return (user != null && verified.contains(name, password)) || hashMatches(user, password);
            }
        } finally {
            waiting.release();
        }
    }

    private boolean hashMatches(@Nullable User user, char[] password) {
        hashed++;
        PasswordHash hash = user == null || user.password() == null ? decoy : user.password();
        boolean right = hash.matches(password) && hash != decoy;
        if (right && user != null) {
            verified.add(user.name(), password);
        }
        return right;
    }

    /** How many passwords were hashed so far. */
    int hashed() {
        synchronized (hashing) {
            return hashed;
        }
    }

    /** The user whose token that is. */
    public Optional<User> byToken(String token) {
        User found = null;
        for (User user : users) {
            if (user.token() != null && user.token().matches(token)) {
                found = user;
            }
        }
        return Optional.ofNullable(found);
    }
}
