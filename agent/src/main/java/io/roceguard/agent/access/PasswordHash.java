// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A password as it is stored: PBKDF2 with HMAC-SHA256 over the UTF-8 password, written
 * {@code pbkdf2-sha256$ITERATIONS$SALT$HASH} with salt and hash in Base64.
 */
public final class PasswordHash {

    /** What {@link #of} uses; about 0.1 s of one core. */
    public static final int DEFAULT_ITERATIONS = 210_000;

    private static final String SCHEME = "pbkdf2-sha256";
    private static final int MIN_ITERATIONS = 1_000;
    private static final int MAX_ITERATIONS = 10_000_000;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;

    private final int iterations;
    private final byte[] salt;
    private final byte[] hash;

    private PasswordHash(int iterations, byte[] salt, byte[] hash) {
        this.iterations = iterations;
        this.salt = salt;
        this.hash = hash;
    }

    /** Hashes a password with a fresh salt and {@link #DEFAULT_ITERATIONS}. */
    public static PasswordHash of(char[] password) {
        return of(password, DEFAULT_ITERATIONS);
    }

    /**
     * @param password not empty
     * @param iterations 1000..10000000
     */
    public static PasswordHash of(char[] password, int iterations) {
        if (password.length == 0) {
            throw new IllegalArgumentException("The password is empty. Choose one with at least one character.");
        }
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return new PasswordHash(iterations, salt, derive(password, salt, iterations, HASH_BYTES));
    }

    /**
     * Reads the stored form.
     *
     * @throws IllegalArgumentException with a full sentence that does not repeat the text
     */
    public static PasswordHash parse(String text) {
        String[] parts = text.split("\\$", -1);
        if (parts.length != 4 || !parts[0].equals(SCHEME)) {
            throw new IllegalArgumentException("This is no password hash: " + SCHEME
                    + "$ITERATIONS$SALT$HASH was expected, as `roceguard hash` prints it.");
        }
        int iterations = iterations(parts[1]);
        byte[] salt = base64("salt", parts[2], 8, 64);
        byte[] hash = base64("hash", parts[3], 16, 64);
        return new PasswordHash(iterations, salt, hash);
    }

    private static int iterations(String text) {
        try {
            int iterations = Integer.parseInt(text);
            if (iterations >= MIN_ITERATIONS && iterations <= MAX_ITERATIONS) {
                return iterations;
            }
        } catch (NumberFormatException notANumber) {
            // the sentence below covers both
        }
        throw new IllegalArgumentException("The iteration count of the password hash is not a number between "
                + MIN_ITERATIONS + " and " + MAX_ITERATIONS + ". Make the hash again with `roceguard hash`.");
    }

    private static byte[] base64(String what, String text, int min, int max) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            if (bytes.length >= min && bytes.length <= max) {
                return bytes;
            }
        } catch (IllegalArgumentException notBase64) {
            // the sentence below covers both
        }
        throw new IllegalArgumentException("The " + what + " of the password hash is not Base64 of " + min + " to "
                + max + " bytes. Make the hash again with `roceguard hash`.");
    }

    /** Whether this is the hash of that password; takes the same time for every password. */
    public boolean matches(char[] password) {
        return MessageDigest.isEqual(hash, derive(password, salt, iterations, hash.length));
    }

    int iterations() {
        return iterations;
    }

    private static byte[] derive(char[] password, byte[] salt, int iterations, int bytes) {
        PBEKeySpec spec = new PBEKeySpec(password, salt, iterations, bytes * Byte.SIZE);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(
                    "This Java has no PBKDF2WithHmacSHA256, which every JDK must have.", missing);
        } finally {
            spec.clearPassword();
        }
    }

    /** The stored form. */
    @Override
    public String toString() {
        Base64.Encoder base64 = Base64.getEncoder();
        return SCHEME + "$" + iterations + "$" + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
    }
}
