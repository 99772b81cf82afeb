// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
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
    void rightPasswordIsCheapTheSecondTimeAndExpensiveAgainAfterItsLifetime() {
        long first = nanosOf("wonderland");
        long second = nanosOf("wonderland");
        assertThat(second).isLessThan(first / 4);

        nanos.addAndGet(VerifiedPasswords.LIFETIME.toNanos());
        assertThat(nanosOf("wonderland")).isGreaterThan(second * 4);
    }

    @Test
    void wrongPasswordStaysExpensive() {
        nanosOf("wonderland");
        long right = nanosOf("wonderland");
        assertThat(nanosOf("wrong")).isGreaterThan(right * 4);
        assertThat(nanosOf("wrong")).isGreaterThan(right * 4);
    }

    @Test
    void unknownUserCostsAsMuchAsAWrongPassword() {
        nanosOf("warm-up");
        long wrong = Math.min(nanosOf("wrong"), nanosOf("wrong"));
        long start = System.nanoTime();
        users.byPassword("nobody", "wrong".toCharArray());
        assertThat(System.nanoTime() - start).isGreaterThan(wrong / 3);
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

    private long nanosOf(String password) {
        long start = System.nanoTime();
        users.byPassword("alice", password.toCharArray());
        return System.nanoTime() - start;
    }
}
