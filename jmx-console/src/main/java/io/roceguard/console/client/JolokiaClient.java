// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.client;

import io.roceguard.console.json.Json;
import io.roceguard.console.json.JsonObject;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;

/** Asks one daemon over HTTP. Redirects are not followed: credentials go to the given address only. */
public final class JolokiaClient {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final long LARGEST_ANSWER = 16L << 20;
    private static final String CALLER = CallerName.ofProcess();

    private final URI url;
    private final Credentials credentials;
    private final Duration timeout;
    private final HttpClient http;

    /**
     * @param url of the daemon's Jolokia context, {@code http://127.0.0.1:8778/jolokia/}
     * @param tls whom to trust on https; empty for the JDK's own list
     * @param timeout for the whole answer
     */
    public JolokiaClient(URI url, Credentials credentials, Optional<SSLContext> tls, Duration timeout) {
        this.url = url;
        this.credentials = credentials;
        this.timeout = timeout;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout.compareTo(CONNECT) < 0 ? timeout : CONNECT);
        if (url.getScheme().equals("http")) {
            builder.sslContext(trustingNobody());
        } else {
            tls.ifPresent(builder::sslContext);
        }
        this.http = builder.build();
    }

    /** Spares the start of a command on plain HTTP the parsing of all CA certificates of the JDK. */
    private static SSLContext trustingNobody() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[0], new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has TLS.", e);
        }
    }

    /**
     * Sends all requests in one POST.
     *
     * @return an answer a request, in their order
     * @throws DaemonException when the daemon cannot be reached, lets this caller do nothing, or is no daemon
     */
    public List<JolokiaAnswer> send(JolokiaRequest... requests) {
        String body =
                Json.line(Arrays.stream(requests).map(JolokiaRequest::body).toList());
        HttpRequest.Builder post = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .header("User-Agent", CALLER)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        credentials.authorization().ifPresent(value -> post.header("Authorization", value));
        HttpResponse<byte[]> response = exchange(post.build());
        String text = new String(response.body(), StandardCharsets.UTF_8);
        checkStatus(response.statusCode(), text);
        return answers(text, requests.length);
    }

    private HttpResponse<byte[]> exchange(HttpRequest request) {
        CompletableFuture<HttpResponse<byte[]>> response =
                http.sendAsync(request, head -> new BoundedBody(LARGEST_ANSWER));
        try {
            // HttpRequest's own timeout ends with the headers; this one covers the body too.
            return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            response.cancel(true);
            throw unreachable("The daemon at " + url + " did not answer within " + timeout.toSeconds()
                    + " s. See its log, or allow more with --timeout.");
        } catch (InterruptedException e) {
            response.cancel(true);
            Thread.currentThread().interrupt();
            throw unreachable("The wait for the daemon at " + url + " was interrupted.");
        } catch (ExecutionException e) {
            throw failed(e);
        }
    }

    private DaemonException failed(ExecutionException failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof HttpConnectTimeoutException) {
            return notSent("No host answers at " + url + ". Check --url.");
        }
        if (cause instanceof ConnectException) {
            return cause.getCause() instanceof UnresolvedAddressException
                    ? notSent("The host name " + url.getHost() + " is not known. Check --url.")
                    : notSent("No daemon answers at " + url + ". Start one with: roceguard run --sim, or check --url.");
        }
        if (cause instanceof SSLException) {
            return notSent("TLS with " + url + " failed: " + cause.getMessage()
                    + ". Give the daemon's CA with --ca, or check http against https in --url.");
        }
        if (cause instanceof BoundedBody.TooLarge) {
            return noDaemon("its answer is larger than " + (LARGEST_ANSWER >> 20) + " MiB");
        }
        if (cause instanceof IOException) {
            return noDaemon(String.valueOf(cause.getMessage()));
        }
        throw new IllegalStateException("The HTTP client failed in an unexpected way.", failure);
    }

    private void checkStatus(int status, String text) {
        if (status == 200) {
            return;
        }
        Optional<String> reason =
                Json.parse(text).flatMap(parsed -> JsonObject.of(parsed.value()).text("error"));
        if (status == 401) {
            throw refused(
                    "The daemon at " + url + " does not know these credentials (HTTP 401). Give a user's token with"
                            + " --token-file, or a name with --user.");
        }
        if (status == 403) {
            throw refused("The daemon at " + url + " refused the request (HTTP 403): "
                    + reason.orElse("this caller may not do that") + ".");
        }
        if (status == 429 || status == 503) {
            throw unreachable("The daemon at " + url + " is too busy to answer (HTTP " + status + "). Try again.");
        }
        throw noDaemon("HTTP " + status + reason.map(why -> ", " + why).orElse(""));
    }

    private List<JolokiaAnswer> answers(String text, int expected) {
        Object parsed = Json.parse(text)
                .orElseThrow(() -> noDaemon("its answer is no JSON"))
                .value();
        List<JolokiaAnswer> answers = new ArrayList<>();
        if (parsed instanceof List<?> list) {
            list.forEach(element -> JolokiaAnswer.of(JsonObject.of(element)).ifPresent(answers::add));
        } else if (JolokiaAnswer.of(JsonObject.of(parsed)).orElse(null) instanceof JolokiaAnswer.Failure failure) {
            // What fails before the requests are told apart is answered once for all of them.
            for (int i = 0; i < expected; i++) {
                answers.add(failure);
            }
        }
        if (answers.size() != expected) {
            throw noDaemon("its answer is not Jolokia's");
        }
        return answers;
    }

    private DaemonException noDaemon(String why) {
        return unreachable(
                "What answers at " + url + " does not speak like a RoceGuard daemon (" + why + "). Check --url.");
    }

    private static DaemonException notSent(String message) {
        return new DaemonException(DaemonException.Kind.NOT_SENT, message);
    }

    private static DaemonException unreachable(String message) {
        return new DaemonException(DaemonException.Kind.UNREACHABLE, message);
    }

    private static DaemonException refused(String message) {
        return new DaemonException(DaemonException.Kind.REFUSED, message);
    }
}
