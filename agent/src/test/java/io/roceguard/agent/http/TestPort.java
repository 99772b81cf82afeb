// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import io.roceguard.agent.access.PasswordHash;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.access.TokenHash;
import io.roceguard.agent.access.User;
import io.roceguard.agent.access.Users;
import io.roceguard.agent.config.DaemonConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.jr.ob.JSON;

/** A real port on loopback with fixed metrics, and the clients that talk to it. */
final class TestPort implements AutoCloseable {

    static final String VIEWER = basic("vera", "looks");
    static final String OPERATOR = basic("otto", "turns");
    static final String TOKEN = TokenHash.newToken();

    static final Users USERS = new Users(List.of(
            new User("vera", Role.VIEWER, PasswordHash.of("looks".toCharArray(), 1000), null),
            new User("otto", Role.OPERATOR, PasswordHash.of("turns".toCharArray(), 1000), TokenHash.of(TOKEN))));

    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpPort port;
    volatile List<String> obstacles = List.of();
    volatile Error failure;

    TestPort(Users users) throws IOException {
        this("127.0.0.1", users);
    }

    TestPort(String bind, Users users) throws IOException {
        this(bind, users, 2);
    }

    TestPort(String bind, Users users, int threads) throws IOException {
        port = HttpPort.open(new DaemonConfig.Http(bind, 0, threads), null, users, this::metrics, () -> obstacles);
    }

    private byte[] metrics(boolean openMetrics) {
        if (failure != null) {
            throw failure;
        }
        return ("sample 1\n" + (openMetrics ? "# EOF\n" : "")).getBytes(StandardCharsets.UTF_8);
    }

    static String basic(String name, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    int port() {
        return port.port();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send(request(path, headers).GET());
    }

    HttpResponse<String> post(String path, String body, String... headers) throws IOException, InterruptedException {
        return send(request(path, headers).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Sends it and does not wait. */
    CompletableFuture<HttpResponse<String>> postLater(String path, String body, String authorization) {
        HttpRequest request = request(path, "Authorization", authorization)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(30));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return request;
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    /** Sends bytes as they are and reads until the server closes. */
    String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static Map<String, Object> json(HttpResponse<String> response) throws IOException {
        return JSON.std.mapFrom(response.body());
    }

    /** The status of each answer of a bulk. */
    static List<Object> statuses(HttpResponse<String> response) throws IOException {
        List<Object> statuses = new ArrayList<>();
        for (Object item : JSON.std.listFrom(response.body())) {
            statuses.add(((Map<?, ?>) item).get("status"));
        }
        return statuses;
    }

    @Override
    public void close() {
        port.close();
    }
}
