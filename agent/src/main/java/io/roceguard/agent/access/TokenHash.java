// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A bearer token as it is stored: {@code sha256$} and 64 hex digits. A token is 32 random bytes, so one fast hash is
 * enough: there is nothing to guess.
 */
public final class TokenHash {

    private static final String SCHEME = "sha256$";
    private static final int TOKEN_BYTES = 32;

    private final byte[] digest;

    private TokenHash(byte[] digest) {
        this.digest = digest;
    }

    /** A fresh token in unpadded base64url: 43 characters. */
    public static String newToken() {
        byte[] token = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(token);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    public static TokenHash of(String token) {
        return new TokenHash(sha256(token));
    }

    /**
     * Reads the stored form.
     *
     * @throws IllegalArgumentException with a full sentence that does not repeat the text
     */
    public static TokenHash parse(String text) {
        if (text.startsWith(SCHEME) && text.length() == SCHEME.length() + 64) {
            try {
                return new TokenHash(
                        HexFormat.of().parseHex(text.substring(SCHEME.length()).toLowerCase(Locale.ROOT)));
            } catch (IllegalArgumentException notHex) {
                // the sentence below says what was expected
            }
        }
        throw new IllegalArgumentException(
                "This is no token hash: sha256$ and 64 hex digits were expected, as `roceguard hash --token` prints them.");
    }

    /** Whether this is the hash of that token; takes the same time for every token of the same length. */
    public boolean matches(String token) {
        return MessageDigest.isEqual(digest, sha256(token));
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("This Java has no SHA-256, which every JDK must have.", missing);
        }
    }

    /** The stored form. */
    @Override
    public String toString() {
        return SCHEME + HexFormat.of().formatHex(digest);
    }
}
