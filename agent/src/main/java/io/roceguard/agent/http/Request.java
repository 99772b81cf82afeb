// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One HTTP request, read completely. Nothing of it is shared with another request. */
final class Request {

    /** Bytes of a body; a request for every field of 16 NICs is below 100 kB. */
    static final int MAX_BODY = 1 << 20;
    /** A larger body is still read to here, so that the client gets to see the refusal. */
    private static final int MAX_DRAINED = 16 << 20;

    private final String method;
    private final URI uri;
    private final Headers headers;
    private final InetAddress peer;
    private final boolean secure;
    private final byte[] body;
    private final boolean tooLarge;

    private Request(HttpExchange exchange, byte[] body, boolean tooLarge) {
        this.method = exchange.getRequestMethod();
        this.uri = exchange.getRequestURI();
        this.headers = exchange.getRequestHeaders();
        this.peer = exchange.getRemoteAddress().getAddress();
        this.secure = exchange instanceof HttpsExchange;
        this.body = body;
        this.tooLarge = tooLarge;
    }

    static Request read(HttpExchange exchange) throws IOException {
        InputStream in = exchange.getRequestBody();
        byte[] body = in.readNBytes(MAX_BODY + 1);
        if (body.length <= MAX_BODY) {
            return new Request(exchange, body, false);
        }
        byte[] waste = new byte[8192];
        int drained = body.length;
        int read;
        while (drained < MAX_DRAINED && (read = in.read(waste)) >= 0) {
            drained += read;
        }
        return new Request(exchange, new byte[0], true);
    }

    /** Who sent it. */
    InetAddress peer() {
        return peer;
    }

    String method() {
        return method;
    }

    URI uri() {
        return uri;
    }

    /** Decoded; empty when the request names no path. */
    String path() {
        return uri.getPath() == null ? "" : uri.getPath();
    }

    /** The first value of each parameter of the query, decoded. */
    Map<String, String> query() {
        Map<String, String> parameters = new LinkedHashMap<>();
        String query = uri.getRawQuery();
        if (query != null) {
            for (String pair : query.split("&", -1)) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                parameters.putIfAbsent(decode(name), decode(value));
            }
        }
        return parameters;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.getFirst(name));
    }

    boolean fromLoopback() {
        return peer.isLoopbackAddress();
    }

    /** Over TLS. */
    boolean secure() {
        return secure;
    }

    byte[] body() {
        return body;
    }

    /** The body was larger than {@link #MAX_BODY} and has been thrown away. */
    boolean tooLarge() {
        return tooLarge;
    }
}
