// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.agent.access.Users;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Garbage and clients that do not finish. The build lets a client take 5 s for its request. */
@Timeout(120)
class HostileClientTest {

    private static final int MIB = 1 << 20;
    private static final List<String> PATHS =
            List.of("/", "/jolokia", "/jolokia/", "/metrics", "/health/live", "/health/ready", "/nonsense");

    private TestPort port;

    @BeforeEach
    void start() throws Exception {
        port = new TestPort(Users.none());
    }

    @AfterEach
    void stop() {
        port.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void oneMebibyteOfGarbageIsAnsweredOnEveryPath(long seed) throws Exception {
        byte[] garbage = new byte[MIB];
        new Random(seed).nextBytes(garbage);
        for (String path : PATHS) {
            HttpResponse<String> response =
                    port.send(port.request(path).POST(HttpRequest.BodyPublishers.ofByteArray(garbage)));
            assertClear(response);
            assertThat(response.statusCode())
                    .as("%s with seed %d", path, seed)
                    .isEqualTo(path.startsWith("/jolokia") ? 400 : path.equals("/nonsense") ? 404 : 405);
        }
    }

    @Test
    void moreThanOneMebibyteIsTooMuch() throws Exception {
        for (int size : List.of(MIB + 1, 5 * MIB)) {
            HttpResponse<String> response = port.post("/jolokia/", " ".repeat(size));
            assertClear(response);
            assertThat(response.statusCode()).isEqualTo(413);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "9", "\"", "\\", "-", "[1e99999,", "\u0000", "{},", "nul", "\uffff"})
    void oneMebibyteOfOneThingIsABadRequest(String thing) throws Exception {
        int bytes = thing.getBytes(StandardCharsets.UTF_8).length;
        HttpResponse<String> response = port.post("/jolokia/", thing.repeat(MIB / bytes));
        assertClear(response);
        assertThat(response.statusCode()).isEqualTo(400);
    }

    @Test
    void numbersThatTakeLongToConvertAreRefused() throws Exception {
        for (String number : List.of("1e999999999", "-1E+99999999", "9".repeat(500_000), "0." + "1".repeat(500_000))) {
            assertThat(port.post(
                                    "/jolokia/",
                                    "{\"type\":\"read\",\"mbean\":\"java.lang:type=Memory\",\"attribute\":\"Verbose\",\"x\":"
                                            + number + "}")
                            .statusCode())
                    .isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"garbage", "GET", "GET / ", "GET  HTTP/1.1\r\n\r\n", "\u0000", "GET /\u0000 HTTP/1.1\r\n\r\n"})
    void whatIsNoHttpDoesNotStopTheOthers(String start) throws Exception {
        try {
            assertThat(port.raw(start + "x".repeat(MIB) + "\r\n\r\n")).doesNotContain("200 OK");
        } catch (SocketException reset) {
            assertThat(reset).hasMessageMatching("(?i).*(reset|broken pipe|abort).*");
        }
        assertThat(port.get("/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void slowClientsDoNotHoldUpOthers() throws Exception {
        // More than the two threads that are configured.
        List<Socket> slow = halfSent(12);
        try {
            assertThat(port.get("/health/live").statusCode()).isEqualTo(200);
            assertThat(port.get("/jolokia/").statusCode()).isEqualTo(200);
            // They are still being served: the first of them gets its answer when it goes on.
            slow.get(0).getOutputStream().write("Connection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(slow.get(0).getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200 OK");
        } finally {
            closeAll(slow);
        }
    }

    @Test
    void evenManySlowClientsHoldUpOthersOnlyForTheRequestTime() throws Exception {
        // More than there are threads for slow clients.
        List<Socket> slow = halfSent(100);
        try {
            assertThat(port.get("/health/live").statusCode()).isEqualTo(200);
            assertThat(endOf(slow.get(0))).isEqualTo(-1);
        } finally {
            closeAll(slow);
        }
    }

    @Test
    void halfSentBodiesAreCutOff() throws Exception {
        try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
            slow.setSoTimeout(60_000);
            slow.getOutputStream()
                    .write("POST /jolokia/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(endOf(slow)).isEqualTo(-1);
        }
    }

    private static int endOf(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read();
        } catch (SocketException reset) {
            return -1;
        }
    }

    private List<Socket> halfSent(int count) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port());
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write("GET /health/live HTTP/1.1\r\nHost: localhost\r\n".getBytes(StandardCharsets.US_ASCII));
            sockets.add(socket);
        }
        return sockets;
    }

    private static void closeAll(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private static void assertClear(HttpResponse<String> response) {
        assertThat(response.body()).isNotBlank().matches("[\\x20-\\x7e\\n]+").hasSizeLessThan(1000);
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).matches("application/json|text/plain; charset=utf-8"));
    }
}
