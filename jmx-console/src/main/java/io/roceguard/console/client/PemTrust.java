// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS that trusts the certificates of one PEM file and nobody else. */
public final class PemTrust {

    private PemTrust() {}

    /**
     * @throws IOException when the file cannot be read
     * @throws GeneralSecurityException when it holds no X.509 certificate
     */
    public static SSLContext of(Path pem) throws IOException, GeneralSecurityException {
        Collection<? extends Certificate> certificates;
        try (InputStream in = Files.newInputStream(pem)) {
            certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (Certificate certificate : certificates) {
            trusted.setCertificateEntry("ca-" + trusted.size(), certificate);
        }
        if (trusted.size() == 0) {
            throw new GeneralSecurityException("no certificate in it");
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
