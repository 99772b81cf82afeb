// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is sent back, complete with its length. */
final class Response {

    private final int status;
    private final String contentType;
    private final byte[] body;
    private final List<Map.Entry<String, String>> headers = new ArrayList<>();

    Response(int status, String contentType, byte[] body) {
        this.status = status;
        this.contentType = contentType;
        this.body = body;
    }

    /** Plain text with a final newline; what is not ASCII becomes {@code ?}. */
    static Response text(int status, String text) {
        return new Response(
                status, "text/plain; charset=utf-8", (text.strip() + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** See {@link AsciiJson}. */
    static Response json(int status, Object value) {
        return new Response(status, "application/json", AsciiJson.of(value));
    }

    Response with(String header, String value) {
        headers.add(Map.entry(header, value));
        return this;
    }

    void send(HttpExchange exchange) throws IOException {
        Headers out = exchange.getResponseHeaders();
        out.set("Content-Type", contentType);
        out.set("Cache-Control", "no-store");
        out.set("X-Content-Type-Options", "nosniff");
        headers.forEach(header -> out.add(header.getKey(), header.getValue()));
        boolean bodiless = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, bodiless ? -1 : body.length);
        if (!bodiless) {
            exchange.getResponseBody().write(body);
        }
    }
}
