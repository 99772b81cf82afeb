// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The server's key and the CAs of its clients, from the files that the configuration names. */
public final class TlsContext {

    private static final int MAX_PASSWORD_FILE = 4096;

    private TlsContext() {}

    /** What the server speaks, best first. */
    public static String[] protocols() {
        return new String[] {"TLSv1.3", "TLSv1.2"};
    }

    /**
     * Reads the key store and, if there is one, the trust store.
     *
     * @throws IOException with a full sentence that names the file and the key of the configuration
     */
    public static SSLContext load(DaemonConfig.Tls tls) throws IOException {
        char[] password = password("tls.key_store_password_file", tls.keyStorePasswordFile());
        KeyStore keys = keyStore("tls.key_store", tls.keyStore(), password);
        try {
            if (!holdsAKey(keys)) {
                throw new IOException("The key store " + tls.keyStore() + " (tls.key_store) holds no private key."
                        + " Put the server's key and certificate chain into it.");
            }
            KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keyManagers.init(keys, password);
            SSLContext context = SSLContext.getInstance("TLS");
            if (tls.trustStore() == null || tls.trustStorePasswordFile() == null) {
                context.init(keyManagers.getKeyManagers(), null, null);
                return context;
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(keyStore(
                    "tls.trust_store",
                    tls.trustStore(),
                    password("tls.trust_store_password_file", tls.trustStorePasswordFile())));
            context.init(keyManagers.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException unusable) {
            throw new IOException(
                    "The key store " + tls.keyStore() + " (tls.key_store) cannot be used: " + unusable.getMessage()
                            + ". The password of the key must be the password of the store.",
                    unusable);
        }
    }

    private static boolean holdsAKey(KeyStore keys) throws GeneralSecurityException {
        List<String> aliases = Collections.list(keys.aliases());
        for (String alias : aliases) {
            if (keys.isKeyEntry(alias)) {
                return true;
            }
        }
        return false;
    }

    private static KeyStore keyStore(String key, Path file, char[] password) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password);
            return store;
        } catch (NoSuchFileException missing) {
            throw new IOException("The file " + file + " (" + key + ") does not exist.", missing);
        } catch (IOException | GeneralSecurityException unreadable) {
            throw new IOException(
                    "The file " + file + " (" + key + ") cannot be read as PKCS#12: " + unreadable.getMessage()
                            + ". Check that it is a PKCS#12 file and that " + key
                            + "_password_file holds its password.",
                    unreadable);
        }
    }

    private static char[] password(String key, Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_PASSWORD_FILE);
        } catch (NoSuchFileException missing) {
            throw new IOException("The file " + file + " (" + key + ") does not exist.", missing);
        } catch (IOException unreadable) {
            throw new IOException(
                    "The file " + file + " (" + key + ") cannot be read: " + unreadable.getMessage() + ".", unreadable);
        }
        String first =
                new String(bytes, StandardCharsets.UTF_8).lines().findFirst().orElse("");
        if (first.isEmpty()) {
            throw new IOException("The first line of " + file + " (" + key + ") is empty; it must be the password.");
        }
        return first.toCharArray();
    }
}
