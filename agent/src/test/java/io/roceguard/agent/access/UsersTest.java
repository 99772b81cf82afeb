// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UsersTest {

    private static final String TOKEN = TokenHash.newToken();
    private static final User ALICE =
            new User("alice", Role.OPERATOR, PasswordHash.of("wonderland".toCharArray(), 30_000), null);
    private static final User SCRAPER = new User("scraper", Role.VIEWER, null, TokenHash.of(TOKEN));

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Users users = new Users(List.of(ALICE, SCRAPER), Role.NONE, nanos::get);

    @Test
    void rightPasswordFindsTheUser() {
        assertThat(users.byPassword("alice", "wonderland".toCharArray())).contains(ALICE);
    }

    @Test
    void wrongPasswordUnknownUserAndUserWithoutPasswordFindNobody() {
        assertThat(users.byPassword("alice", "Wonderland".toCharArray())).isEmpty();
        assertThat(users.byPassword("bob", "wonderland".toCharArray())).isEmpty();
        assertThat(users.byPassword("scraper", TOKEN.toCharArray())).isEmpty();
        assertThat(users.byPassword("scraper", new char[0])).isEmpty();
    }

    @Test
    void tokenFindsItsUserAndNoOther() {
        assertThat(users.byToken(TOKEN)).contains(SCRAPER);
        assertThat(users.byToken(TokenHash.newToken())).isEmpty();
        assertThat(users.byToken("wonderland")).isEmpty();
    }

    @Test
    void rightPasswordIsHashedOnceInItsLifetime() {
        assertThat(hashedFor("alice", "wonderland")).isEqualTo(1);
        assertThat(hashedFor("alice", "wonderland")).isZero();

        nanos.addAndGet(VerifiedPasswords.LIFETIME.toNanos());
        assertThat(hashedFor("alice", "wonderland")).isEqualTo(1);
    }

    @Test
    void wrongPasswordsAndUnknownUsersCostAHashEachTime() {
        assertThat(hashedFor("alice", "wonderland")).isEqualTo(1);
        assertThat(hashedFor("alice", "wrong")).isEqualTo(1);
        assertThat(hashedFor("alice", "wrong")).isEqualTo(1);
        assertThat(hashedFor("nobody", "wrong")).isEqualTo(1);
    }

    @Test
    void aFloodOfWrongPasswordsIsRefusedUnchecked() throws Exception {
        int callers = 64;
        Users expensive = new Users(
                List.of(new User("alice", Role.VIEWER, PasswordHash.of("wonderland".toCharArray(), 300_000), null)));
        ExecutorService flood = Executors.newFixedThreadPool(callers);
        CountDownLatch together = new CountDownLatch(callers);
        AtomicInteger refused = new AtomicInteger();
        for (int i = 0; i < callers; i++) {
            flood.execute(() -> {
                together.countDown();
                try {
                    together.await();
                    expensive.byPassword("alice", "wrong".toCharArray());
                } catch (TooManyLoginsException busy) {
                    refused.incrementAndGet();
                } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        flood.shutdown();
        assertThat(flood.awaitTermination(1, TimeUnit.MINUTES)).isTrue();

        assertThat(refused.get() + expensive.hashed()).isEqualTo(callers);
        assertThat(refused).hasPositiveValue();
        assertThat(expensive.byPassword("alice", "wonderland".toCharArray())).isPresent();
    }

    @Test
    void memoryOfRightPasswordsIsBounded() {
        VerifiedPasswords verified = new VerifiedPasswords(nanos::get);
        for (int i = 0; i <= VerifiedPasswords.CAPACITY; i++) {
            verified.add("user" + i, "password".toCharArray());
        }
        assertThat(verified.contains("user0", "password".toCharArray())).isFalse();
        assertThat(verified.contains("user1", "password".toCharArray())).isTrue();
    }

    @Test
    void nameAndPasswordAreKeptApart() {
        VerifiedPasswords verified = new VerifiedPasswords(nanos::get);
        verified.add("ab", "c".toCharArray());
        assertThat(verified.contains("a", "bc".toCharArray())).isFalse();
    }

    @Test
    void nobodyIsConfiguredByDefault() {
        assertThat(Users.none().configured()).isFalse();
        assertThat(Users.none().byToken(TOKEN)).isEmpty();
        assertThat(users.configured()).isTrue();
        assertThat(VerifiedPasswords.LIFETIME).isLessThanOrEqualTo(Duration.ofMinutes(5));
    }

    private int hashedFor(String name, String password) {
        int before = users.hashed();
        users.byPassword(name, password.toCharArray());
        return users.hashed() - before;
    }
}
