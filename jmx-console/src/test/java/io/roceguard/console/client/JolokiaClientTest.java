// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.roceguard.console.client.FakeDaemon.Reply;
import io.roceguard.console.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JolokiaClientTest {

    private static final JolokiaRequest READ = JolokiaRequest.read("java.lang:type=Runtime", List.of("Uptime"));
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void bulkIsOnePostAnsweredInOrder() {
        try (FakeDaemon daemon = FakeDaemon.answering(request -> FakeDaemon.value(request.get("mbean")))) {
            List<JolokiaAnswer> answers = client(daemon)
                    .send(
                            JolokiaRequest.read("a:type=A"),
                            JolokiaRequest.exec("b:type=B", "apply", "time_base=4", "why"));

            assertThat(answers)
                    .containsExactly(new JolokiaAnswer.Value("a:type=A"), new JolokiaAnswer.Value("b:type=B"));
            assertThat(daemon.asked()).hasSize(1);
            FakeDaemon.Asked asked = daemon.asked().get(0);
            assertThat(asked.method()).isEqualTo("POST");
            assertThat(asked.path()).isEqualTo("/jolokia/");
            assertThat(asked.authorization()).isEmpty();
            assertThat(asked.requests().get(0).text("type")).contains("read");
            assertThat(asked.requests().get(1).text("operation")).contains("apply");
            assertThat(asked.requests().get(1).texts("arguments")).containsExactly("time_base=4", "why");
        }
    }

    @Test
    void integersStayExact() {
        String body = "[{\"status\":200,\"value\":{\"a\":9223372036854775806,\"b\":18446744073709551615,\"c\":7}}]";
        try (FakeDaemon daemon = FakeDaemon.replying(new Reply(200, "application/json", body))) {
            JolokiaAnswer answer = client(daemon).send(READ).get(0);

            assertThat(JsonObject.of(((JolokiaAnswer.Value) answer).value()).members())
                    .isEqualTo(Map.of("a", Long.MAX_VALUE - 1, "b", new BigInteger("18446744073709551615"), "c", 7));
        }
    }

    @Test
    void nullIsAValue() {
        try (FakeDaemon daemon =
                FakeDaemon.replying(new Reply(200, "application/json", "[{\"status\":200,\"value\":null}]"))) {
            assertThat(client(daemon).send(READ)).containsExactly(new JolokiaAnswer.Value(null));
        }
    }

    @Test
    void failureOfOneRequestLeavesTheOthers() {
        try (FakeDaemon daemon =
                FakeDaemon.answering(request -> request.text("mbean").orElse("").equals("x:type=X")
                        ? FakeDaemon.failure(404, "javax.management.InstanceNotFoundException", "x:type=X")
                        : FakeDaemon.value(1))) {
            List<JolokiaAnswer> answers =
                    client(daemon).send(JolokiaRequest.read("x:type=X"), JolokiaRequest.read("y:type=Y"));

            assertThat(answers)
                    .containsExactly(
                            new JolokiaAnswer.Failure(404, "javax.management.InstanceNotFoundException", "x:type=X"),
                            new JolokiaAnswer.Value(1));
        }
    }

    @Test
    void credentialsTravelInTheHeader() {
        try (FakeDaemon daemon = FakeDaemon.answering(request -> FakeDaemon.value(1))) {
            client(daemon, new Credentials.Token("s3cret"), LONG).send(READ);
            client(daemon, new Credentials.Password("op", "p:w"), LONG).send(READ);

            assertThat(daemon.asked())
                    .extracting(FakeDaemon.Asked::authorization)
                    .containsExactly("Bearer s3cret", "Basic b3A6cDp3");
        }
    }

    @Test
    void theClientSaysWhoRunsIt() {
        try (FakeDaemon daemon = FakeDaemon.answering(request -> FakeDaemon.value(1))) {
            client(daemon).send(READ);

            assertThat(daemon.asked().get(0).userAgent())
                    .matches("roceguard-cli \\((uid=[0-9]+; )?user=[ -~]+\\)")
                    .hasSizeLessThanOrEqualTo(100);
        }
    }

    @Test
    void secretsAreNotPrinted() {
        assertThat(new Credentials.Token("s3cret").toString()).doesNotContain("s3cret");
        assertThat(new Credentials.Password("op", "s3cret").toString()).doesNotContain("s3cret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | {\"status\":401} | REFUSED | does not know these credentials",
                "401 | | REFUSED | --token-file",
                "403 | {\"error\":\"viewers only read\"} | REFUSED | viewers only read",
                "403 | forbidden | REFUSED | this caller may not do that",
                "302 | | UNREACHABLE | HTTP 302",
                "404 | not found | UNREACHABLE | HTTP 404",
                "400 | no conversion | UNREACHABLE | HTTP 400",
                "500 | boom | UNREACHABLE | HTTP 500",
                "503 | | UNREACHABLE | too busy",
                "429 | | UNREACHABLE | too busy",
            })
    void httpStatusHasItsMeaning(int status, String body, DaemonException.Kind kind, String message) {
        try (FakeDaemon daemon = FakeDaemon.replying(Reply.text(status, body == null ? "" : body))) {
            DaemonException failure = failure(client(daemon));

            assertThat(failure.kind()).isEqualTo(kind);
            assertThat(failure).hasMessageContaining(message).hasMessageContaining(daemon.url());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<html><body>Welcome to nginx!</body></html>",
                "",
                "{",
                "[]",
                "[1]",
                "[{\"status\":200}]",
                "[{\"status\":200,\"value\":1},{\"status\":200,\"value\":2}]",
                "{\"status\":200,\"value\":1}",
                "null",
                "\u0000\u0001\ufffd",
            })
    void whatIsNotJolokiaIsNoDaemon(String body) {
        try (FakeDaemon daemon = FakeDaemon.replying(new Reply(200, "text/html", body))) {
            DaemonException failure = failure(client(daemon));

            assertThat(failure.kind()).isEqualTo(DaemonException.Kind.UNREACHABLE);
            assertThat(failure)
                    .hasMessageContaining("does not speak like a RoceGuard daemon")
                    .hasMessageContaining("Check --url.");
        }
    }

    @Test
    void deeplyNestedAnswerIsNoDaemon() {
        try (FakeDaemon daemon = FakeDaemon.replying(new Reply(200, "application/json", "[".repeat(1 << 20)))) {
            assertThat(failure(client(daemon))).hasMessageContaining("is no JSON");
        }
    }

    @Test
    void endlessAnswerIsCutOff() {
        try (FakeDaemon daemon = FakeDaemon.replying(Reply.text(200, " ".repeat((16 << 20) + 1)))) {
            assertThat(failure(client(daemon))).hasMessageContaining("larger than 16 MiB");
        }
    }

    @Test
    void failureBeforeTheRequestsAreToldApartIsTheAnswerOfEach() {
        try (FakeDaemon daemon = FakeDaemon.replying(
                Reply.json(FakeDaemon.failure(500, "java.lang.IllegalArgumentException", "Invalid JSON")))) {
            assertThat(client(daemon).send(READ, READ))
                    .hasSize(2)
                    .containsOnly(new JolokiaAnswer.Failure(500, "java.lang.IllegalArgumentException", "Invalid JSON"));
        }
    }

    @Test
    void timeoutCoversTheBody() {
        try (FakeDaemon daemon = FakeDaemon.stuckInBody()) {
            JolokiaClient client = client(daemon, new Credentials.Anonymous(), Duration.ofMillis(300));

            assertThat(failure(client))
                    .hasMessageContaining("did not answer within")
                    .hasMessageContaining("--timeout");
        }
    }

    @Test
    void nobodyListeningIsToldWithTheWayToStartADaemon() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        JolokiaClient client = new JolokiaClient(
                URI.create("http://127.0.0.1:" + port + "/jolokia/"),
                new Credentials.Anonymous(),
                Optional.empty(),
                LONG);

        assertThat(failure(client).kind()).isEqualTo(DaemonException.Kind.NOT_SENT);
        assertThat(failure(client))
                .hasMessageContaining("No daemon answers at http://127.0.0.1:" + port)
                .hasMessageContaining("roceguard run --sim");
    }

    @Test
    void interruptedWaitKeepsTheInterrupt() {
        try (FakeDaemon daemon = FakeDaemon.stuckInBody()) {
            Thread.currentThread().interrupt();
            DaemonException failure = failure(client(daemon));

            assertThat(Thread.interrupted()).isTrue();
            assertThat(failure).hasMessageContaining("interrupted");
        }
    }

    @Test
    void tlsTrustsTheGivenCertificateOnly(@TempDir Path directory) throws Exception {
        Path pem = directory.resolve("ca.pem");
        SSLContext server = selfSigned(directory, pem);
        try (FakeDaemon daemon = FakeDaemon.withTls(server, Reply.json(List.of(FakeDaemon.value(1))))) {
            URI url = URI.create(daemon.url() + "/jolokia/");
            JolokiaClient trusting =
                    new JolokiaClient(url, new Credentials.Anonymous(), Optional.of(PemTrust.of(pem)), LONG);
            JolokiaClient doubting = new JolokiaClient(url, new Credentials.Anonymous(), Optional.empty(), LONG);

            assertThat(trusting.send(READ)).containsExactly(new JolokiaAnswer.Value(1));
            assertThat(failure(doubting)).hasMessageContaining("TLS with").hasMessageContaining("--ca");
        }
    }

    @Test
    void fileWithoutCertificatesIsNoTrust(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("ca.pem"), "hello");

        assertThat(catchThrowableOfType(GeneralSecurityException.class, () -> PemTrust.of(file)))
                .isNotNull();
    }

    /** A server's key that keytool makes, with its certificate written to {@code pem}. */
    private static SSLContext selfSigned(Path directory, Path pem) throws Exception {
        Path store = directory.resolve("server.p12");
        keytool(
                "-genkeypair",
                "-alias",
                "s",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                "changeit");
        keytool(
                "-exportcert",
                "-rfc",
                "-alias",
                "s",
                "-file",
                pem.toString(),
                "-keystore",
                store.toString(),
                "-storepass",
                "changeit");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "changeit".toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, "changeit".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor()).isZero();
    }

    private static JolokiaClient client(FakeDaemon daemon) {
        return client(daemon, new Credentials.Anonymous(), LONG);
    }

    private static JolokiaClient client(FakeDaemon daemon, Credentials credentials, Duration timeout) {
        return new JolokiaClient(URI.create(daemon.url() + "/jolokia/"), credentials, Optional.empty(), timeout);
    }

    private static DaemonException failure(JolokiaClient client) {
        return catchThrowableOfType(DaemonException.class, () -> client.send(READ));
    }
}
