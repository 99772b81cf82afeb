// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Passwords that were right a moment ago, so that a client which sends its password with every request does not cost
 * 0.1 s each time. Holds only digests under a key that never leaves this object. Thread-safe.
 */
final class VerifiedPasswords {

    static final Duration LIFETIME = Duration.ofMinutes(1);
    static final int CAPACITY = 256;

    private final LongSupplier nanoTime;
    private final SecretKeySpec key;
    private final Map<String, Long> expiry = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > CAPACITY;
        }
    };

    VerifiedPasswords(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        this.key = new SecretKeySpec(secret, "HmacSHA256");
    }

    synchronized boolean contains(String name, char[] password) {
        String digest = digest(name, password);
        Long end = expiry.get(digest);
        if (end == null) {
            return false;
        }
        if (end - nanoTime.getAsLong() <= 0) {
            expiry.remove(digest);
            return false;
        }
        return true;
    }

    synchronized void add(String name, char[] password) {
        expiry.put(digest(name, password), nanoTime.getAsLong() + LIFETIME.toNanos());
    }

    private String digest(String name, char[] password) {
        try {
            Mac mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            byte[] user = name.getBytes(StandardCharsets.UTF_8);
            // The length keeps name and password apart.
            mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(user.length).flip());
            mac.update(user);
            mac.update(StandardCharsets.UTF_8.encode(CharBuffer.wrap(password)));
            return HexFormat.of().formatHex(mac.doFinal());
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("This Java has no HmacSHA256, which every JDK must have.", missing);
        }
    }
}
