// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Tells the log of wrong credentials: the first from an address at once, those that follow once a minute with their number.
 * Remembers the last addresses only. Thread-safe.
 */
final class WrongLogins {

    static final Duration PAUSE = Duration.ofMinutes(1);
    static final int ADDRESSES = 256;

    private static final Logger LOG = System.getLogger(WrongLogins.class.getName());

    private final LongSupplier nanoTime;
    private final Map<InetAddress, Count> counts = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, Count> eldest) {
            return size() > ADDRESSES;
        }
    };

    private static final class Count {
        private final long saidNanos;
        private int unsaid;

        Count(long saidNanos) {
            this.saidNanos = saidNanos;
        }
    }

    WrongLogins(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    synchronized void from(InetAddress peer) {
        long now = nanoTime.getAsLong();
        Count count = counts.get(peer);
        if (count != null && now - count.saidNanos < PAUSE.toNanos()) {
            count.unsaid++;
            return;
        }
        int unsaid = count == null ? 0 : count.unsaid;
        counts.remove(peer);
        counts.put(peer, new Count(now));
        LOG.log(
                Level.WARNING,
                "Refused an HTTP login from {0}: wrong credentials{1}.",
                peer.getHostAddress(),
                unsaid == 0 ? "" : ", " + unsaid + " more since the last such line");
    }
}
