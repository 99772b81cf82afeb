// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import io.roceguard.agent.config.DaemonConfig.ClientCertificate;
import io.roceguard.agent.config.TlsContext;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** TLS 1.3 and 1.2, and whether a client must show a certificate. */
final class TlsConfigurator extends HttpsConfigurator {

    private final ClientCertificate clientCertificate;

    TlsConfigurator(SSLContext context, ClientCertificate clientCertificate) {
        super(context);
        this.clientCertificate = clientCertificate;
    }

    @Override
    public void configure(HttpsParameters parameters) {
        SSLParameters tls = getSSLContext().getDefaultSSLParameters();
        tls.setProtocols(TlsContext.protocols());
        switch (clientCertificate) {
            case NEED -> tls.setNeedClientAuth(true);
            case WANT -> tls.setWantClientAuth(true);
            case NONE -> tls.setNeedClientAuth(false);
        }
        parameters.setSSLParameters(tls);
    }
}
