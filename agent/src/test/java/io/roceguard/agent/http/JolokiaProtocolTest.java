// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import static io.roceguard.agent.http.TestPort.OPERATOR;
import static io.roceguard.agent.http.TestPort.USERS;
import static io.roceguard.agent.http.TestPort.json;
import static io.roceguard.agent.http.TestPort.statuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Jolokia requests are answered with, good and bad ones. */
class JolokiaProtocolTest {

    private static final String MBEAN = "\"mbean\":\"" + SampleMBean.NAME + "\"";
    private static final String READ = "{\"type\":\"read\"," + MBEAN + ",\"attribute\":\"Level\"}";
    private static final String BAD_WRITE =
            "{\"type\":\"write\"," + MBEAN + ",\"attribute\":\"Level\",\"value\":\"abc\"}";

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

    private HttpResponse<String> post(String body) throws Exception {
        return port.post("/jolokia/", body, "Authorization", OPERATOR);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return port.get(path, "Authorization", OPERATOR);
    }

    @Test
    void oneBadRequestDoesNotSpoilTheBulk() throws Exception {
        HttpResponse<String> response = post("[" + READ + "," + BAD_WRITE + ",7,{\"type\":\"nonsense\"},{\"type\":1},"
                + "{\"type\":\"read\"},{\"type\":\"read\",\"mbean\":\"no name\"}," + READ + "]");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(statuses(response)).containsExactly(200, 400, 400, 400, 400, 400, 400, 200);
    }

    @Test
    void valueThatCannotBeConvertedIsSaidSo() throws Exception {
        HttpResponse<String> response = post(BAD_WRITE);

        assertBadRequest(response, "cannot be converted");
        assertThat(json(response)).containsKey("request");
        assertBadRequest(
                post("{\"type\":\"write\"," + MBEAN + ",\"attribute\":\"Level\",\"value\":9999999999}"), "convert");
        assertBadRequest(
                post("{\"type\":\"write\"," + MBEAN + ",\"attribute\":\"Level\",\"value\":\"5\u00b5s\"}"), "5\u00b5s");
        assertThat(mbean.level()).isEqualTo(3);
    }

    @Test
    void wrongNumberOfArgumentsIsABadRequest() throws Exception {
        assertBadRequest(
                post("{\"type\":\"exec\"," + MBEAN + ",\"operation\":\"apply\",\"arguments\":[]}"), "Invalid number");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "{",
                "[",
                "nonsense",
                "{\"type\":\"read\"} trailing",
                "null",
                "7",
                "\"text\"",
                "true",
                "{\"type\":\"read\",\"mbean\":7}",
                "{\"type\":\"read\",\"mbean\":\"io.roceguard:type=Sample,name=http\",\"attribute\":7}",
                "{\"type\":\"exec\",\"mbean\":\"io.roceguard:type=Sample,name=http\",\"operation\":\"apply\",\"arguments\":7}",
                "{\"type\":\"read\",\"mbean\":\"io.roceguard:type=Sample,name=http\",\"config\":{\"maxDepth\":\"x\"}}",
                "{\"type\":\"notification\",\"command\":\"dance\"}",
                "{}",
                "\u0000\u0001"
            })
    void whatIsNoRequestIsABadRequestInJson(String body) throws Exception {
        assertBadRequest(post(body), "");
    }

    @Test
    void errorsOfTheMBeanComeThroughWithTheirText() throws Exception {
        assertThat(json(post("{\"type\":\"write\"," + MBEAN + ",\"attribute\":\"Level\",\"value\":9}")))
                .containsEntry("status", 500)
                .containsEntry("error_type", "java.lang.IllegalArgumentException")
                .containsEntry("error", "Level must be 0..7, not 9.");
        assertThat(json(post("{\"type\":\"read\"," + MBEAN + ",\"attribute\":\"Missing\"}")))
                .containsEntry("status", 404);
    }

    @Test
    void stackTracesAreNotGivenAway() throws Exception {
        HttpResponse<String> response = port.post(
                "/jolokia/?includeStackTrace=true&serializeException=true",
                "{\"type\":\"write\"," + MBEAN + ",\"attribute\":\"Level\",\"value\":9}",
                "Authorization",
                OPERATOR);
        assertThat(json(response)).containsEntry("status", 500).doesNotContainKeys("stacktrace", "error_value");
    }

    @Test
    void answersAreAsciiAndKeepEveryCharacter() throws Exception {
        HttpResponse<String> response = post("{\"type\":\"read\"," + MBEAN + ",\"attribute\":\"Text\"}");

        assertThat(response.body()).matches("[\\x20-\\x7e]+");
        assertThat(json(response)).containsEntry("value", "caf\u00e9 \u000b\u001f \"quoted\"");
    }

    @Test
    void longsAreExactNumbersUnlessAskedForAsText() throws Exception {
        assertThat(json(get("/jolokia/read/" + SampleMBean.NAME + "/Counter")))
                .containsEntry("value", Long.MAX_VALUE - 1);
        assertThat(json(get("/jolokia/read/" + SampleMBean.NAME + "/Counter?serializeLong=string")))
                .containsEntry("value", Long.toString(Long.MAX_VALUE - 1));
    }

    @Test
    void aWholeMBeanAndAListOfAttributesAreRead() throws Exception {
        assertThat((Map<?, ?>) json(get("/jolokia/read/" + SampleMBean.NAME)).get("value"))
                .extracting(Object::toString)
                .asString()
                .contains("Level", "Text", "Counter");
        assertThat(json(post("{\"type\":\"read\"," + MBEAN + ",\"attribute\":[\"Level\",\"Counter\"]}"))
                        .get("value"))
                .isEqualTo(Map.of("Level", 3, "Counter", Long.MAX_VALUE - 1));
    }

    @Test
    void aProxyTargetIsRefusedAndNobodyConnectsToIt() throws Exception {
        try (ServerSocket target = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String url = "{\"url\":\"service:jmx:rmi:///jndi/rmi://127.0.0.1:" + target.getLocalPort() + "/jmxrmi\"}";
            String request = "{\"type\":\"read\"," + MBEAN + ",\"attribute\":\"Level\",\"target\":" + url + "}";
            assertBadRequest(post(request), "this agent is no proxy");
            assertBadRequest(post(request.replace("\"target\":" + url, "\"target\":null")), "this agent is no proxy");
            assertBadRequest(
                    post("{\"type\":\"read\"," + MBEAN + ",\"attribute\":\"Level\",\"options\":{\"target\":" + url
                            + "}}"),
                    "this agent is no proxy");
            assertThat(statuses(post("[" + READ + "," + request + "]"))).containsExactly(200, 400);
            assertThat(json(post("{\"type\":\"read\",\"mbean\":\"proxy@" + SampleMBean.NAME + "\"}")))
                    .doesNotContainKey("value");

            target.setSoTimeout(200);
            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(target::accept);
        }
    }

    @Test
    void proxyAndDiscoveryAreNotOnTheClassPath() {
        for (String name : List.of(
                "org.jolokia.service.jsr160.Jsr160RequestHandler",
                "org.jolokia.service.discovery.JolokiaDiscovery",
                "org.jolokia.service.history.HistoryMBeanRequestInterceptor")) {
            assertThatExceptionOfType(ClassNotFoundException.class).isThrownBy(() -> Class.forName(name));
        }
    }

    @Test
    void configIsNotOffered() throws Exception {
        assertThat(port.get("/jolokia/config").statusCode()).isEqualTo(401);
        assertThat(json(get("/jolokia/config"))).containsEntry("status", 403);
        assertThat(json(post("{\"type\":\"config\"}"))).containsEntry("status", 403);
    }

    @Test
    void versionNamesAStableAgent() throws Exception {
        Map<?, ?> version = (Map<?, ?>) json(get("/jolokia/")).get("value");
        assertThat(version.get("id")).isEqualTo("roceguard");
        assertThat(((Map<?, ?>) version.get("info")).keySet()).isEqualTo(java.util.Set.of("jmx"));
    }

    @Test
    void aHugeBulkIsRefusedAsAWhole() throws Exception {
        assertBadRequest(post("[" + "{},".repeat(JolokiaCall.MAX_BULK) + "{}]"), "at most 1000 requests");
    }

    @Test
    void aBulkHoldsFewChangesAndManyReads() throws Exception {
        String exec = "{\"type\":\"Exec\",\"mbean\":\"" + SampleMBean.NAME + "\",\"operation\":\"none\"}";
        String read = "{\"type\":\"read\",\"mbean\":\"" + SampleMBean.NAME + "\",\"attribute\":\"Level\"}";
        String most = (exec + ",").repeat(JolokiaCall.MAX_CHANGES);

        assertBadRequest(
                post("[" + most + exec + "]"), "at most 32 requests of type exec and write, this one holds 33");
        assertThat(TestPort.statuses(post("[" + most + (read + ",").repeat(100) + read + "]")))
                .hasSize(133);
    }

    @Test
    void callbackDoesNotTurnTheAnswerIntoAScript() throws Exception {
        HttpResponse<String> response =
                get("/jolokia/read/" + SampleMBean.NAME + "/Level?callback=evil&mimeType=text/html");
        assertThat(response.body()).doesNotContain("evil");
        HttpResponse<String> plain = get("/jolokia/read/" + SampleMBean.NAME + "/Level?callback=evil");
        assertThat(json(plain)).containsEntry("value", 3);
        assertThat(plain.headers().firstValue("Content-Type")).contains("application/json");
    }

    private static void assertBadRequest(HttpResponse<String> response, String sentence) throws Exception {
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(response.body()).matches("[\\x20-\\x7e]+");
        assertThat(json(response))
                .containsEntry("status", 400)
                .hasEntrySatisfying(
                        "error",
                        error -> assertThat((String) error)
                                .isNotBlank()
                                .contains(sentence)
                                .doesNotContain("Exception", "cannot be cast"));
    }
}
