// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import static io.roceguard.agent.http.TestPort.OPERATOR;
import static io.roceguard.agent.http.TestPort.TOKEN;
import static io.roceguard.agent.http.TestPort.USERS;
import static io.roceguard.agent.http.TestPort.VIEWER;
import static io.roceguard.agent.http.TestPort.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.access.PasswordHash;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.access.User;
import io.roceguard.agent.access.Users;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Anonymous, viewer and operator, with and without users. */
class JolokiaAccessTest {

    private static final String READ =
            "{\"type\":\"read\",\"mbean\":\"" + SampleMBean.NAME + "\",\"attribute\":\"Level\"}";
    private static final String WRITE =
            "{\"type\":\"write\",\"mbean\":\"" + SampleMBean.NAME + "\",\"attribute\":\"Level\",\"value\":5}";
    private static final String INFORM = "{\"type\":\"exec\",\"mbean\":\"" + SampleMBean.NAME
            + "\",\"operation\":\"describe\",\"arguments\":[\"well\"]}";
    private static final String ACT = "{\"type\":\"exec\",\"mbean\":\"" + SampleMBean.NAME
            + "\",\"operation\":\"apply(java.lang.String)\",\"arguments\":[\"a=1\"]}";

    private SampleMBean mbean;
    private TestPort open;
    private TestPort guarded;

    @BeforeEach
    void start() throws Exception {
        mbean = new SampleMBean();
        open = new TestPort(Users.none());
        guarded = new TestPort(USERS);
    }

    @AfterEach
    void stop() throws Exception {
        guarded.close();
        open.close();
        mbean.close();
    }

    @Test
    void withoutUsersEverybodyOnThisHostReads() throws Exception {
        assertValue(open.post("/jolokia/", READ), 3);
        assertValue(open.post("/jolokia", READ), 3);
        assertValue(open.get("/jolokia/read/" + SampleMBean.NAME + "/Level"), 3);
        assertValue(open.post("/jolokia/", INFORM), "It is well.");
    }

    @Test
    void withoutUsersNobodyChanges() throws Exception {
        assertRefused(
                open.post("/jolokia/", WRITE),
                200,
                403,
                "Writing attribute Level of " + SampleMBean.NAME
                        + " needs the role operator, but anonymous via http has the role viewer.");
        assertRefused(
                open.post("/jolokia/", ACT),
                200,
                403,
                "Invoking operation apply of " + SampleMBean.NAME
                        + " needs the role operator, but anonymous via http has the role viewer.");
        assertThat(mbean.level()).isEqualTo(3);
    }

    @Test
    void withUsersAnonymousReadsNothing() throws Exception {
        HttpResponse<String> read = guarded.post("/jolokia/", READ);
        assertRefused(read, 401, 401, "Log in to use this");
        assertThat(read.headers().allValues("WWW-Authenticate"))
                .containsExactly("Basic realm=\"roceguard\", charset=\"UTF-8\"", "Bearer realm=\"roceguard\"");
        assertRefused(guarded.get("/jolokia/"), 401, 401, "Log in to use this");
        assertRefused(guarded.get("/jolokia/list"), 401, 401, "Log in to use this");
        assertThat(guarded.get("/metrics").statusCode()).isEqualTo(401);
    }

    @Test
    void withUsersAnonymousChangesNothing() throws Exception {
        assertRefused(guarded.post("/jolokia/", WRITE), 401, 403, "Log in to use this");
        assertRefused(guarded.post("/jolokia/", ACT), 401, 403, "Log in to use this");
        assertRefused(guarded.post("/jolokia/", "[" + READ + "," + WRITE + "]"), 401, 403, "Log in to use this");
        assertRefused(guarded.get("/jolokia/write/" + SampleMBean.NAME + "/Level/5"), 401, 403, "Log in to use this");
        assertRefused(
                guarded.get("/jolokia/?p=/exec/" + SampleMBean.NAME + "/apply/x"), 401, 403, "Log in to use this");
        assertThat(mbean.level()).isEqualTo(3);
    }

    @Test
    void whoComesWhileTooManyPasswordsAreCheckedIsToldToComeAgain() throws Exception {
        Users slow = new Users(
                List.of(new User("otto", Role.OPERATOR, PasswordHash.of("turns".toCharArray(), 1_000_000), null)));
        try (TestPort port = new TestPort("127.0.0.1", slow, 32)) {
            List<CompletableFuture<HttpResponse<String>>> flood = IntStream.range(0, 32)
                    .mapToObj(i -> port.postLater("/jolokia/", READ, TestPort.basic("otto", "wrong" + i)))
                    .toList();
            List<HttpResponse<String>> busy = flood.stream()
                    .map(CompletableFuture::join)
                    .filter(response -> response.statusCode() == 429)
                    .toList();

            assertThat(busy).isNotEmpty();
            assertThat(busy.get(0).headers().firstValue("Retry-After")).contains("3");
            assertRefused(busy.get(0), 429, 429, "Too many passwords are being checked");
            assertThat(busy.get(0).headers().firstValue("WWW-Authenticate")).isEmpty();
        }
    }

    @Test
    void wrongCredentialsAreAlways401() throws Exception {
        for (String wrong : List.of(
                TestPort.basic("otto", "turnz"),
                TestPort.basic("nobody", "turns"),
                TestPort.basic("", ""),
                "Basic otto:turns",
                "Basic b3R0bw==",
                "Bearer " + TOKEN.substring(1),
                "Bearer",
                "Negotiate abc")) {
            assertRefused(guarded.post("/jolokia/", READ, "Authorization", wrong), 401, 401, "credentials are wrong");
            assertRefused(guarded.post("/jolokia/", WRITE, "Authorization", wrong), 401, 401, "credentials are wrong");
            assertThat(guarded.get("/metrics", "Authorization", wrong).statusCode())
                    .isEqualTo(401);
        }
        assertRefused(open.post("/jolokia/", READ, "Authorization", OPERATOR), 401, 401, "no users are configured");
    }

    @Test
    void viewerReadsAndAsks() throws Exception {
        assertValue(guarded.post("/jolokia/", READ, "Authorization", VIEWER), 3);
        assertValue(guarded.post("/jolokia/", INFORM, "Authorization", VIEWER), "It is well.");
        assertThat(guarded.get("/metrics", "Authorization", VIEWER).statusCode())
                .isEqualTo(200);
    }

    @Test
    void viewerDoesNotChangeAndIsToldWhy() throws Exception {
        assertRefused(
                guarded.post("/jolokia/", WRITE, "Authorization", VIEWER),
                200,
                403,
                "Writing attribute Level of " + SampleMBean.NAME
                        + " needs the role operator, but vera via http has the role viewer.");
        assertRefused(
                guarded.post("/jolokia/", ACT, "Authorization", VIEWER),
                200,
                403,
                "Invoking operation apply of " + SampleMBean.NAME
                        + " needs the role operator, but vera via http has the role viewer.");
        assertThat(mbean.level()).isEqualTo(3);
        assertThat(mbean.writer()).isEqualTo(Caller.LOCAL);
    }

    @Test
    void operatorChangesAndTheMBeanKnowsWhoItIs() throws Exception {
        assertValue(guarded.post("/jolokia/", WRITE, "Authorization", OPERATOR, "User-Agent", "cli (uid=1000)"), 3);
        assertThat(mbean.level()).isEqualTo(5);
        assertThat(mbean.writer()).isEqualTo(new Caller("otto", Role.OPERATOR, "http", "cli (uid=1000)"));
        assertValue(guarded.post("/jolokia/", ACT, "Authorization", OPERATOR), "a=1");
    }

    @Test
    void tokenLogsInLikeAPassword() throws Exception {
        assertValue(guarded.post("/jolokia/", WRITE, "Authorization", "Bearer " + TOKEN), 3);
        assertThat(mbean.writer().name()).isEqualTo("otto");
    }

    @Test
    void changesAreTakenByPostOnly() throws Exception {
        assertRefused(
                guarded.get("/jolokia/write/" + SampleMBean.NAME + "/Level/5", "Authorization", OPERATOR),
                200,
                403,
                "by POST only");
        assertRefused(
                guarded.get("/jolokia/?p=/write/" + SampleMBean.NAME + "/Level/5", "Authorization", OPERATOR),
                200,
                403,
                "by POST only");
        assertRefused(
                guarded.get("/jolokia/exec/" + SampleMBean.NAME + "/apply/x", "Authorization", OPERATOR),
                200,
                403,
                "by POST only");
        assertThat(mbean.level()).isEqualTo(3);
        assertThat(mbean.writer()).isEqualTo(Caller.LOCAL);
    }

    @Test
    void otherMBeansAreReadOnlyOrHidden() throws Exception {
        assertThat(json(open.get("/jolokia/read/java.lang:type=Runtime/Uptime")))
                .containsEntry("status", 200);
        assertRefused(open.get("/jolokia/read/java.lang:type=Runtime/SystemProperties"), 200, 403, "command line");
        assertRefused(open.get("/jolokia/read/java.lang:type=Runtime"), 200, 403, "command line");
        assertRefused(open.get("/jolokia/read/com.sun.management:type=HotSpotDiagnostic"), 200, 403, "not shown");
        assertRefused(
                guarded.post(
                        "/jolokia/",
                        "{\"type\":\"exec\",\"mbean\":\"java.lang:type=Memory\",\"operation\":\"gc\"}",
                        "Authorization",
                        OPERATOR),
                200,
                403,
                "only MBeans of the domain io.roceguard");
        assertRefused(
                guarded.post(
                        "/jolokia/",
                        "{\"type\":\"exec\",\"mbean\":\"com.sun.management:type=DiagnosticCommand\",\"operation\":\"vmVersion\"}",
                        "Authorization",
                        OPERATOR),
                200,
                403,
                "only MBeans of the domain io.roceguard");
        assertRefused(
                guarded.post(
                        "/jolokia/",
                        "{\"type\":\"write\",\"mbean\":\"java.lang:type=Memory\",\"attribute\":\"Verbose\",\"value\":true}",
                        "Authorization",
                        OPERATOR),
                200,
                403,
                "only MBeans of the domain io.roceguard");
    }

    @Test
    void aPatternDoesNotGetAroundTheRule() throws Exception {
        assertRefused(
                guarded.post(
                        "/jolokia/",
                        "{\"type\":\"exec\",\"mbean\":\"com.sun.management:type=Diag*\",\"operation\":\"vmVersion\"}",
                        "Authorization",
                        OPERATOR),
                200,
                403,
                "pattern");
        assertRefused(open.get("/jolokia/read/com.sun.management:type=*"), 200, 403, "not shown");
        assertRefused(open.get("/jolokia/read/java.lang:type=Runt*/ClassPath"), 200, 403, "command line");
    }

    @Test
    void listAndSearchShowOnlyWhatMayBeRead() throws Exception {
        String search = open.get("/jolokia/search/*:*").body();
        assertThat(search)
                .contains("io.roceguard:", "java.lang:")
                .doesNotContain("com.sun.management:", "java.util.logging");
        String list = open.get("/jolokia/list?maxDepth=1").body();
        assertThat(list)
                .contains("io.roceguard", "java.lang")
                .doesNotContain("com.sun.management", "java.util.logging");
    }

    @Test
    void notificationsAreSubscribedToAndFetchedByAViewer() throws Exception {
        String id = (String) ((java.util.Map<?, ?>)
                        json(open.post("/jolokia/", "{\"type\":\"notification\",\"command\":\"register\"}"))
                                .get("value"))
                .get("id");
        assertRefused(
                open.post(
                        "/jolokia/",
                        "{\"type\":\"notification\",\"command\":\"add\",\"client\":\"" + id
                                + "\",\"mode\":\"pull\",\"mbean\":\"com.sun.management:type=DiagnosticCommand\"}"),
                200,
                403,
                "Nobody may look at");
        Object handle = json(open.post(
                        "/jolokia/",
                        "{\"type\":\"notification\",\"command\":\"add\",\"client\":\"" + id
                                + "\",\"mode\":\"pull\",\"mbean\":\"JMImplementation:type=MBeanServerDelegate\"}"))
                .get("value");
        new OtherMBean().appearAndVanish();
        assertThat(open.post(
                                "/jolokia/",
                                "{\"type\":\"exec\",\"mbean\":\"jolokia:type=NotificationStore,agent=roceguard\","
                                        + "\"operation\":\"pull\",\"arguments\":[\"" + id + "\",\"" + handle + "\"]}")
                        .body())
                .contains("JMX.mbean.registered");
    }

    @Test
    void clientsOfNotificationsAreBounded() throws Exception {
        String register = "{\"type\":\"notification\",\"command\":\"register\"}";
        List<String> ids = new java.util.ArrayList<>();
        for (int i = 0; i < NotificationClients.MOST; i++) {
            ids.add((String) ((java.util.Map<?, ?>)
                            json(open.post("/jolokia/", register)).get("value"))
                    .get("id"));
        }
        assertThat(json(open.post("/jolokia/", register)))
                .containsEntry("status", 503)
                .hasEntrySatisfying("error", error -> assertThat((String) error).contains("64 clients receive"));

        open.post(
                "/jolokia/",
                "{\"type\":\"notification\",\"command\":\"unregister\",\"client\":\"" + ids.get(0) + "\"}");
        assertThat(json(open.post("/jolokia/", register))).containsEntry("status", 200);
    }

    @Test
    void concurrentCallersAreNotMixedUp() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Boolean>> calls = new java.util.ArrayList<>();
            for (int i = 0; i < 200; i++) {
                boolean operator = i % 2 == 0;
                calls.add(() -> {
                    Object status = json(guarded.post("/jolokia/", ACT, "Authorization", operator ? OPERATOR : VIEWER))
                            .get("status");
                    return status.equals(operator ? 200 : 403);
                });
            }
            for (Future<Boolean> call : threads.invokeAll(calls)) {
                assertThat(call.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void assertValue(HttpResponse<String> response, Object value) throws Exception {
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response)).containsEntry("status", 200).containsEntry("value", value);
    }

    private static void assertRefused(HttpResponse<String> response, int http, int status, String sentence)
            throws Exception {
        assertThat(response.statusCode()).isEqualTo(http);
        assertThat(json(response))
                .containsEntry("status", status)
                .containsEntry("error_type", "java.lang.SecurityException")
                .hasEntrySatisfying("error", error -> assertThat((String) error).contains(sentence))
                .doesNotContainKey("stacktrace");
    }
}
