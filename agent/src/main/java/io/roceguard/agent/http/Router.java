// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.roceguard.agent.access.Caller;
import io.roceguard.agent.access.Role;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The way of every request: read it, refuse foreign hosts, find the endpoint, authenticate, answer. The only place that
 * touches the JDK's exchange.
 */
final class Router implements HttpHandler {

    /**
     * @param path {@code /metrics}; one that ends with a slash takes everything below as well
     */
    record Route(String path, Endpoint endpoint) {

        boolean takes(String wanted) {
            if (wanted.equals(path)) {
                return true;
            }
            boolean subtree = path.length() > 1 && path.endsWith("/");
            return subtree && (wanted.startsWith(path) || (wanted + "/").equals(path));
        }
    }

    private static final Logger LOG = System.getLogger(Router.class.getName());
    private static final Caller UNKNOWN = new Caller("anonymous", Role.NONE, "http");

    /** Failures that are told apart. */
    private static final int MOST_SAID = 100;

    private final Set<String> said = ConcurrentHashMap.newKeySet();
    private final List<Route> routes;
    private final BrowserGuard guard;
    /** Some passwords take that long. */
    private static final String RETRY_SECONDS = "3";

    private final Authentication authentication;

    Router(List<Route> routes, BrowserGuard guard, Authentication authentication) {
        this.routes = List.copyOf(routes);
        this.guard = guard;
        this.authentication = authentication;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            answer(exchange).send(exchange);
        } catch (IOException gone) {
            LOG.log(
                    Level.DEBUG,
                    () -> "HTTP client " + exchange.getRemoteAddress() + " went away: " + gone.getMessage());
            throw gone;
        }
    }

    private Response answer(HttpExchange exchange) throws IOException {
        Request request = Request.read(exchange);
        try {
            return answer(request);
        } catch (RuntimeException | Error unexpected) {
            // Also a class that cannot be loaded: the client must not be left without an answer.
            log(request, unexpected);
            return Response.text(500, "The request failed for a reason that is in the daemon's log.");
        }
    }

    /** What fails with every scrape stands in the log once. */
    private void log(Request request, Throwable unexpected) {
        boolean first = said.size() < MOST_SAID && said.add(request.path() + " " + unexpected);
        if (first) {
            LOG.log(Level.WARNING, "HTTP request " + request.method() + " " + request.uri() + " failed", unexpected);
        } else {
            LOG.log(Level.DEBUG, () -> "HTTP request " + request.method() + " " + request.uri() + ": " + unexpected);
        }
    }

    private Response answer(Request request) {
        Optional<String> foreign = guard.foreignHost(request);
        if (foreign.isPresent()) {
            return Response.text(403, foreign.get());
        }
        Optional<Endpoint> found = routes.stream()
                .filter(route -> route.takes(request.path()))
                .map(Route::endpoint)
                .findFirst();
        if (found.isEmpty()) {
            return Response.text(
                    404,
                    "There is nothing at this path. The paths are "
                            + routes.stream().map(Route::path).collect(Collectors.joining(", ")) + ".");
        }
        Endpoint endpoint = found.get();
        if (!endpoint.methods().contains(request.method())) {
            String methods = String.join(", ", new TreeSet<>(endpoint.methods()));
            return Response.text(405, "This path takes " + methods + ".").with("Allow", methods);
        }
        if (request.tooLarge()) {
            return Response.text(
                    413, "The request body is larger than " + Request.MAX_BODY + " bytes. Send less at once.");
        }
        if (endpoint.open()) {
            return endpoint.answer(request, UNKNOWN);
        }
        Login login = authentication.of(request);
        if (login instanceof Login.Refused refused) {
            return endpoint.refuse(request, refused)
                    .with("WWW-Authenticate", "Basic realm=\"roceguard\", charset=\"UTF-8\"")
                    .with("WWW-Authenticate", "Bearer realm=\"roceguard\"");
        }
        if (login instanceof Login.Busy busy) {
            return endpoint.busy(busy.reason()).with("Retry-After", RETRY_SECONDS);
        }
        return endpoint.answer(request, ((Login.Known) login).caller());
    }
}
