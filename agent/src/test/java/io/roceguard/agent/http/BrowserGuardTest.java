// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import static io.roceguard.agent.http.TestPort.OPERATOR;
import static io.roceguard.agent.http.TestPort.USERS;
import static io.roceguard.agent.http.TestPort.json;
import static io.roceguard.agent.http.TestPort.statuses;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrowserGuardTest {

    private static final String WRITE =
            "{\"type\":\"write\",\"mbean\":\"" + SampleMBean.NAME + "\",\"attribute\":\"Level\",\"value\":5}";

    private SampleMBean mbean;
    private TestPort port;

    @BeforeEach
    void start() throws Exception {
        mbean = new SampleMBean();
        port = new TestPort(USERS);
    }

    @AfterEach
    void stop() throws Exception {
        port.close();
        mbean.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1", "http://localhost"})
    void aPageOfAnotherOriginChangesNothing(String origin) throws Exception {
        HttpResponse<String> response = port.post("/jolokia/", WRITE, "Authorization", OPERATOR, "Origin", origin);

        assertThat(json(response))
                .containsEntry("status", 403)
                .hasEntrySatisfying("error", error -> assertThat((String) error).contains("another origin", origin));
        assertThat(mbean.level()).isEqualTo(3);
    }

    @Test
    void everyChangeOfABulkFromAnotherOriginIsRefused() throws Exception {
        HttpResponse<String> response = port.post(
                "/jolokia/",
                "[" + WRITE + ",{\"type\":\"exec\",\"mbean\":\"" + SampleMBean.NAME
                        + "\",\"operation\":\"describe\",\"arguments\":[\"x\"]}]",
                "Authorization",
                OPERATOR,
                "Origin",
                "https://evil.example");
        assertThat(statuses(response)).containsExactly(403, 403);
    }

    @Test
    void aPageOfAnotherSiteWithoutOriginChangesNothing() throws Exception {
        assertThat(json(port.post("/jolokia/", WRITE, "Authorization", OPERATOR, "Sec-Fetch-Site", "cross-site")))
                .containsEntry("status", 403);
        assertThat(mbean.level()).isEqualTo(3);
    }

    @Test
    void ourOwnPageChanges() throws Exception {
        HttpResponse<String> response = port.post(
                "/jolokia/",
                WRITE,
                "Authorization",
                OPERATOR,
                "Origin",
                "http://127.0.0.1:" + port.port(),
                "Sec-Fetch-Site",
                "same-origin");
        assertThat(json(response)).containsEntry("status", 200);
        assertThat(mbean.level()).isEqualTo(5);
    }

    @Test
    void noAnswerLetsAnotherOriginReadIt() throws Exception {
        for (HttpResponse<String> response : List.of(
                port.get("/jolokia/", "Authorization", OPERATOR, "Origin", "https://evil.example"),
                port.post("/jolokia/", WRITE, "Authorization", OPERATOR, "Origin", "https://evil.example"),
                port.get("/metrics", "Authorization", OPERATOR, "Origin", "https://evil.example"),
                port.get("/health/live", "Origin", "https://evil.example"),
                port.send(port.request(
                                "/jolokia/", "Origin", "https://evil.example", "Access-Control-Request-Method", "POST")
                        .method("OPTIONS", HttpRequest.BodyPublishers.noBody())))) {
            assertThat(response.headers().map().keySet())
                    .noneMatch(
                            header -> header.toLowerCase(java.util.Locale.ROOT).startsWith("access-control-"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "localhost:8778", "127.0.0.1", "127.0.0.1:9", "[::1]:8778", "LOCALHOST:1"})
    void namesOfLoopbackAreAnswered(String host) throws Exception {
        assertThat(port.raw("GET /health/live HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.example", "evil.example:8778", "localhost.evil.example", "127.0.0.1.evil.example", ""})
    void aNameThatSomebodyElsePointedHereIsRefused(String host) throws Exception {
        for (String path : List.of("/", "/jolokia/", "/metrics", "/health/live")) {
            assertThat(port.raw("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 403")
                    .contains("answers to localhost, 127.0.0.1, [::1]");
        }
    }

    @Test
    void clientsThatSendNoHostAreAnswered() throws Exception {
        assertThat(port.raw("GET /health/live HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200 OK");
    }

    @Test
    void boundToEveryAddressAnyNameIsAnswered() throws Exception {
        try (TestPort wildcard = new TestPort("0.0.0.0", USERS)) {
            assertThat(wildcard.raw("GET /health/live HTTP/1.1\r\nHost: nic-host.example\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 OK");
        }
    }
}
