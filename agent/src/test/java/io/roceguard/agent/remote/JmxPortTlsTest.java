// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.remote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.roceguard.agent.access.PasswordHash;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.access.User;
import io.roceguard.agent.access.Users;
import io.roceguard.agent.config.DaemonConfig.ClientCertificate;
import io.roceguard.agent.config.DaemonConfig.Jmx;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.remote.JMXConnectorFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmxPortTlsTest {

    private static final String PASSWORD = "changeit";
    private static final Users USERS =
            new Users(List.of(new User("vera", Role.VIEWER, PasswordHash.of("view".toCharArray(), 1000), null)));

    @TempDir
    private static Path directory;

    /** One self-signed key that everybody here has and trusts. */
    private static Path store;

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();

    @BeforeAll
    static void makeKey() throws Exception {
        store = directory.resolve("key.p12");
        run(List.of(
                tool("keytool"),
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD,
                "-alias",
                "daemon",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=IP:127.0.0.1"));
    }

    @BeforeEach
    void register() throws Exception {
        server.registerMBean(new Lamp(), new ObjectName("io.roceguard:type=Lamp"));
    }

    @Test
    void standardClientThatTrustsTheKeyReads() throws Exception {
        try (JmxPort port = open(ClientCertificate.NONE)) {
            assertThat(client(port, trust())).contains("value=1");
        }
    }

    @Test
    void clientThatDoesNotTrustTheKeyDoesNotLogIn() throws Exception {
        try (JmxPort port = open(ClientCertificate.NONE)) {
            assertThat(client(port, List.of()))
                    .contains("SSLHandshakeException")
                    .doesNotContain("value=");
        }
    }

    @Test
    @SuppressWarnings("BanJNDI") // the address is the test's own
    void plainTextClientIsNotServed() throws Exception {
        try (JmxPort port = open(ClientCertificate.NONE)) {
            assertThatIOException().isThrownBy(() -> JMXConnectorFactory.connect(port.url()));
        }
    }

    @Test
    void clientWithoutACertificateIsRefusedWhereOneIsNeeded() throws Exception {
        try (JmxPort port = open(ClientCertificate.NEED)) {
            assertThat(client(port, trust())).contains("Exception").doesNotContain("value=");

            List<String> withKey = new ArrayList<>(trust());
            withKey.add("-Djavax.net.ssl.keyStore=" + store);
            withKey.add("-Djavax.net.ssl.keyStorePassword=" + PASSWORD);
            assertThat(client(port, withKey)).contains("value=1");
        }
    }

    private JmxPort open(ClientCertificate clientCertificate) throws IOException, GeneralSecurityException {
        return JmxPort.open(new Jmx(true, "127.0.0.1", 0), context(), clientCertificate, USERS, server);
    }

    private static List<String> trust() {
        return List.of("-Djavax.net.ssl.trustStore=" + store, "-Djavax.net.ssl.trustStorePassword=" + PASSWORD);
    }

    private static SSLContext context() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream content = Files.newInputStream(store)) {
            keys.load(content, PASSWORD.toCharArray());
        }
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(keys, PASSWORD.toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    /** What a client process with these options prints. */
    private static String client(JmxPort port, List<String> options)
            throws IOException, InterruptedException, URISyntaxException {
        List<String> command = new ArrayList<>(List.of(tool("java")));
        command.addAll(options);
        command.addAll(List.of(
                "-cp",
                Path.of(TlsClient.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI())
                        .toString(),
                TlsClient.class.getName(),
                port.url().toString(),
                "vera",
                "view",
                "io.roceguard:type=Lamp",
                "level"));
        return run(command);
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return output;
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }
}
