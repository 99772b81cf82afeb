// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.agent.poll.Logged;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WrongLoginsTest {

    private final AtomicLong nanos = new AtomicLong();
    private final WrongLogins logins = new WrongLogins(nanos::get);

    private static InetAddress address(int last) throws Exception {
        return InetAddress.getByAddress(new byte[] {10, 0, (byte) (last >> 8), (byte) last});
    }

    @Test
    void theFirstIsSaidAtOnceAndTheRestOnceAMinute() throws Exception {
        try (Logged logged = new Logged(WrongLogins.class.getPackage())) {
            for (int i = 0; i < 100; i++) {
                logins.from(address(1));
            }
            logins.from(address(2));
            assertThat(logged.with("Refused an HTTP login from 10.0.0.1: wrong credentials."))
                    .hasSize(1);
            assertThat(logged.with("10.0.0.2")).hasSize(1);

            nanos.addAndGet(WrongLogins.PAUSE.toNanos());
            logins.from(address(1));
            assertThat(logged.with("10.0.0.1: wrong credentials, 99 more since the last such line."))
                    .hasSize(1);
        }
    }

    @Test
    void manyAddressesTakeNoMoreMemoryThanTheLastOnes() throws Exception {
        try (Logged logged = new Logged(WrongLogins.class.getPackage())) {
            for (int i = 0; i <= WrongLogins.ADDRESSES; i++) {
                logins.from(address(i));
            }
            logins.from(address(0));

            assertThat(logged.with("from 10.0.0.0:")).hasSize(2);
        }
    }
}
