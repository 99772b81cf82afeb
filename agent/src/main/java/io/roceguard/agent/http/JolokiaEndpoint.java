// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.access.CurrentCaller;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jolokia.json.JSONObject;
import org.jolokia.json.JSONStructure;
import org.jolokia.json.parser.JSONParser;
import org.jolokia.json.parser.ParseException;
import org.jolokia.server.core.service.JolokiaServiceManagerFactory;
import org.jolokia.server.core.service.api.JolokiaContext;
import org.jolokia.server.core.service.api.JolokiaServiceManager;
import org.jolokia.service.jmx.LocalRequestHandler;
import org.jolokia.service.jmx.handler.list.JDKManagementCacheKeyProvider;
import org.jolokia.service.notif.pull.PullNotificationBackend;
import org.jolokia.service.serializer.JolokiaSerializer;

/**
 * Jolokia 2 on the platform MBean server, put together from its parts: its own server on a shared port drops
 * authentication. Services are named here instead of found on the class path, so a jar that happens to lie there (the
 * proxy, discovery) adds nothing.
 */
final class JolokiaEndpoint implements Endpoint, AutoCloseable {

    private static final String PATH = "/jolokia";

    private final JolokiaServiceManager services;
    private final JolokiaContext context;
    private final BrowserGuard guard;
    private final NotificationClients clients;

    JolokiaEndpoint(BrowserGuard guard, NotificationClients clients) {
        this.guard = guard;
        this.clients = clients;
        this.services = JolokiaServiceManagerFactory.createJolokiaServiceManager(
                new JolokiaSettings(), new JolokiaLog(), new JolokiaPolicy(ManagementFactory.getPlatformMBeanServer()));
        services.addService(new JolokiaSerializer());
        services.addService(new LocalRequestHandler(1000));
        services.addService(new JDKManagementCacheKeyProvider(100));
        services.addService(new PullNotificationBackend(1000));
        this.context = services.start();
    }

    @Override
    public Set<String> methods() {
        return Set.of("GET", "HEAD", "POST");
    }

    @Override
    public Response answer(Request request, Caller caller) {
        if (!request.method().equals("POST")) {
            return response(
                    as(caller, () -> call(request).get(request.uri().toString(), path(request), request.query())));
        }
        Object json;
        try {
            json = parse(request);
        } catch (BadJson bad) {
            return response(JolokiaCall.error(400, bad.sentence));
        }
        return response(as(caller, () -> call(request).post(json, request.query())));
    }

    private JolokiaCall call(Request request) {
        return new JolokiaCall(context, clients, guard.foreignOrigin(request));
    }

    /** Jolokia runs on this thread, so its restrictor and the MBeans see the caller. */
    private static JSONStructure as(Caller caller, Callable<JSONStructure> call) {
        try {
            return CurrentCaller.call(caller, call);
        } catch (RuntimeException unexpected) {
            throw unexpected;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** HTTP 400 where the whole request was not understood; what an MBean answers, even an error, is HTTP 200. */
    private static Response response(JSONStructure answer) {
        boolean bad =
                answer instanceof JSONObject single && Integer.valueOf(400).equals(single.get("status"));
        return Response.json(bad ? 400 : 200, answer);
    }

    private static Object parse(Request request) throws BadJson {
        String text = new String(request.body(), StandardCharsets.UTF_8);
        Optional<String> violation = JsonLimits.violation(text);
        if (violation.isPresent()) {
            throw new BadJson(violation.get());
        }
        try {
            return new JSONParser().parse(text);
        } catch (ParseException | IOException | RuntimeException bad) {
            throw new BadJson("The request body is not JSON: " + bad.getMessage() + ".");
        }
    }

    private static String path(Request request) {
        String path = request.path().substring(PATH.length());
        return path.startsWith("/") ? path.substring(1) : path;
    }

    /** HTTP 401; the body says 403 where a change was attempted, which is what Jolokia's clients look at. */
    @Override
    public Response refuse(Request request, Login.Refused refusal) {
        int status = !refusal.presented() && attemptsAChange(request) ? 403 : 401;
        return Response.json(401, JolokiaCall.error(status, refusal.reason()));
    }

    @Override
    public Response busy(String reason) {
        return Response.json(429, JolokiaCall.error(429, reason));
    }

    private static boolean attemptsAChange(Request request) {
        if (!request.method().equals("POST")) {
            String path = path(request).isEmpty() ? request.query().getOrDefault("p", "") : path(request);
            return JolokiaCall.CHANGES.contains(
                    path.replaceFirst("^/+", "").replaceFirst("/.*", "").toLowerCase(Locale.ROOT));
        }
        try {
            Object json = parse(request);
            Collection<?> items = json instanceof Collection<?> bulk ? bulk : Collections.singleton(json);
            return items.stream().anyMatch(JolokiaCall::changes);
        } catch (BadJson notUnderstood) {
            return false;
        }
    }

    @Override
    public void close() {
        services.stop();
    }

    /** A request body that is no JSON; the message is a sentence. */
    private static final class BadJson extends Exception {
        private final String sentence;

        BadJson(String sentence) {
            super(sentence);
            this.sentence = sentence;
        }
    }
}
