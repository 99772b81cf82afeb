// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import static io.roceguard.agent.http.TestPort.USERS;
import static io.roceguard.agent.http.TestPort.VIEWER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.roceguard.agent.access.Users;
import io.roceguard.agent.config.DaemonConfig;
import io.roceguard.agent.poll.Logged;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The plain endpoints, and what goes wrong when the port is opened. */
class HttpPortTest {

    private TestPort port;

    @BeforeEach
    void start() throws Exception {
        port = new TestPort(USERS);
    }

    @AfterEach
    void stop() {
        port.close();
    }

    @Test
    void frontPageNamesThePathsToEverybody() throws Exception {
        HttpResponse<String> page = port.get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("/jolokia/", "/metrics", "/health/live", "/health/ready");
    }

    @Test
    void healthNeedsNoLogIn() throws Exception {
        assertThat(port.get("/health/live").body()).isEqualTo("live\n");
        assertThat(port.get("/health/ready").body()).isEqualTo("ready\n");
        assertThat(port.get("/health/live", "Authorization", "Basic wrong").statusCode())
                .isEqualTo(200);
    }

    @Test
    void unreadinessComesWithItsReasons() throws Exception {
        port.obstacles = List.of("NIC mlx5_0 has not been polled yet.", "NIC mlx5_1 does not answer.");
        HttpResponse<String> response = port.get("/health/ready");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("NIC mlx5_0 has not been polled yet.\nNIC mlx5_1 does not answer.\n");
    }

    @Test
    void metricsComeInTheFormatThatIsAccepted() throws Exception {
        HttpResponse<String> plain = port.get("/metrics", "Authorization", VIEWER);
        assertThat(plain.body()).isEqualTo("sample 1\n");
        assertThat(plain.headers().firstValue("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");

        HttpResponse<String> open = port.get(
                "/metrics",
                "Authorization",
                VIEWER,
                "Accept",
                "application/openmetrics-text;version=1.0.0;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1");
        assertThat(open.body()).isEqualTo("sample 1\n# EOF\n");
        assertThat(open.headers().firstValue("Content-Type"))
                .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
    }

    @Test
    void anErrorOfTheMachineIsAnsweredAndLoggedOnce() throws Exception {
        port.failure = new NoClassDefFoundError("io/micrometer/Gone");
        try (Logged logged = new Logged(Router.class.getPackage())) {
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> response = port.get("/metrics", "Authorization", VIEWER);
                assertThat(response.statusCode()).isEqualTo(500);
                assertThat(response.body()).contains("in the daemon's log");
            }
            assertThat(logged.with("GET /metrics failed")).hasSize(1);

            port.failure = new NoClassDefFoundError("io/micrometer/Another");
            port.get("/metrics", "Authorization", VIEWER);
            assertThat(logged.with("GET /metrics failed")).hasSize(2);
        }
        assertThat(port.get("/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void unknownPathIsToldTheValidOnes() throws Exception {
        for (String path : List.of("/metricz", "/jolokiax", "/health", "/metrics/", "/%2e%2e/etc/passwd")) {
            HttpResponse<String> response = port.get(path);
            assertThat(response.statusCode()).isEqualTo(404);
            assertThat(response.body()).contains("/, /jolokia/, /metrics, /health/live, /health/ready");
        }
    }

    @Test
    void wrongMethodIsToldTheRightOnes() throws Exception {
        HttpResponse<String> response = port.post("/metrics", "x");
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD");
        assertThat(port.send(port.request("/jolokia/").method("PUT", HttpRequest.BodyPublishers.ofString("{}")))
                        .headers()
                        .firstValue("Allow"))
                .contains("GET, HEAD, POST");
    }

    @Test
    void headIsGetWithoutBody() throws Exception {
        HttpResponse<String> response =
                port.send(port.request("/health/live").method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
    }

    @Test
    void failureInsideIsLoggedAndNotShown() throws Exception {
        try (HttpPort broken = HttpPort.open(
                new DaemonConfig.Http("127.0.0.1", 0, 2),
                null,
                Users.none(),
                openMetrics -> {
                    throw new IllegalStateException("secret");
                },
                List::of)) {
            HttpResponse<String> response = port.send(
                    HttpRequest.newBuilder(broken.uri().resolve("/metrics")).GET());
            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(response.body()).doesNotContain("secret").contains("the daemon's log");
        }
    }

    @Test
    void portInUseSaysWhatWasTriedAndWhatToDo() {
        assertThatIOException()
                .isThrownBy(() -> open("127.0.0.1", port.port()))
                .withMessage("Cannot listen for HTTP on 127.0.0.1:" + port.port()
                        + ": Address already in use. Another program, perhaps another RoceGuard, holds the port: `ss -ltnp"
                        + " 'sport = :" + port.port()
                        + "'` names it. Stop it, or choose another port with http.port in the"
                        + " configuration or --port.");
    }

    @Test
    void addressOfAnotherHostSaysWhereToLook() {
        assertThatIOException()
                .isThrownBy(() -> open("192.0.2.1", 0))
                .withMessageStartingWith("Cannot listen for HTTP on 192.0.2.1:0: ")
                .withMessageContaining("Set http.bind to an address of this host");
    }

    @Test
    void nameWithoutAddressIsRefused() {
        assertThatIOException()
                .isThrownBy(() -> open("no-such-host.invalid", 0))
                .withMessageContaining("this name has no address");
    }

    @Test
    void closedPortIsFreeAgain() throws Exception {
        int number;
        try (TestPort first = new TestPort(USERS)) {
            number = first.port();
        }
        open("127.0.0.1", number).close();
    }

    @Test
    void uriIsUsableOnThisHost() throws Exception {
        try (HttpPort wildcard = open("0.0.0.0", 0)) {
            assertThat(wildcard.uri()).hasToString("http://localhost:" + wildcard.port() + "/");
        }
    }

    private static HttpPort open(String bind, int port) throws Exception {
        return HttpPort.open(new DaemonConfig.Http(bind, port, 2), null, USERS, openMetrics -> new byte[0], List::of);
    }
}
