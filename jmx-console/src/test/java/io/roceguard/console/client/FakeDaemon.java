// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.roceguard.console.json.Json;
import io.roceguard.console.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/** An HTTP server on loopback that answers every POST to /jolokia/ as it is told, and remembers what it was asked. */
public final class FakeDaemon implements AutoCloseable {

    /** One answer. */
    public record Reply(int status, String contentType, String body) {

        public static Reply json(Object document) {
            return new Reply(200, "application/json", Json.line(document));
        }

        public static Reply text(int status, String body) {
            return new Reply(status, "text/plain", body);
        }
    }

    /** What arrived. */
    public record Asked(String method, String path, String authorization, String userAgent, String body) {

        /** The requests of the bulk. */
        public List<JsonObject> requests() {
            return JsonObject.of(Map.of("list", Json.parse(body).orElseThrow().value()))
                    .objects("list");
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final Function<Asked, Reply> replies;
    private final boolean stuckInBody;

    private FakeDaemon(HttpServer server, Function<Asked, Reply> replies, boolean stuckInBody) {
        this.server = server;
        this.replies = replies;
        this.stuckInBody = stuckInBody;
        server.setExecutor(threads);
        server.createContext("/jolokia/", this::handle);
        server.start();
    }

    public static FakeDaemon replying(Reply reply) {
        return replying(asked -> reply);
    }

    public static FakeDaemon replying(Function<Asked, Reply> replies) {
        return new FakeDaemon(http(), replies, false);
    }

    /** Answers each request of a bulk by itself. */
    public static FakeDaemon answering(Function<JsonObject, Map<String, Object>> answers) {
        return replying(asked -> {
            List<Object> bulk = new ArrayList<>();
            asked.requests().forEach(request -> bulk.add(answers.apply(request)));
            return Reply.json(bulk);
        });
    }

    public static FakeDaemon withTls(SSLContext tls, Reply reply) {
        try {
            HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(tls));
            return new FakeDaemon(server, asked -> reply, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends its headers and then nothing, until it is closed. */
    public static FakeDaemon stuckInBody() {
        return new FakeDaemon(http(), asked -> Reply.text(200, "never complete"), true);
    }

    /** The answer of Jolokia to a request that worked. */
    public static Map<String, Object> value(Object value) {
        return Map.of("status", 200, "value", value);
    }

    /** The answer of Jolokia to a request that failed. */
    public static Map<String, Object> failure(int status, String type, String message) {
        return Map.of("status", status, "error_type", type, "error", type + " : " + message, ".error", true);
    }

    public String url() {
        String scheme = server instanceof HttpsServer ? "https" : "http";
        return scheme + "://127.0.0.1:" + server.getAddress().getPort();
    }

    public List<Asked> asked() {
        return asked;
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private static HttpServer http() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            Asked request = new Asked(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    authorization == null ? "" : authorization,
                    String.valueOf(exchange.getRequestHeaders().getFirst("User-Agent")),
                    body);
            asked.add(request);
            Reply reply = replies.apply(request);
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", reply.contentType());
            exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
            if (stuckInBody) {
                exchange.getResponseBody().write(bytes, 0, 1);
                exchange.getResponseBody().flush();
                closed.await();
            } else if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
