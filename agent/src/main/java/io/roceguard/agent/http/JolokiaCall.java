// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import io.roceguard.agent.access.CurrentCaller;
import io.roceguard.agent.access.MBeanRequest;
import io.roceguard.agent.access.Role;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.InvalidAttributeValueException;
import org.jolokia.json.JSONArray;
import org.jolokia.json.JSONObject;
import org.jolokia.json.JSONStructure;
import org.jolokia.server.core.config.ConfigKey;
import org.jolokia.server.core.http.HttpRequestHandler;
import org.jolokia.server.core.request.BadRequestException;
import org.jolokia.server.core.request.EmptyResponseException;
import org.jolokia.server.core.request.JolokiaNotificationRequest;
import org.jolokia.server.core.request.JolokiaRequest;
import org.jolokia.server.core.request.JolokiaRequestFactory;
import org.jolokia.server.core.request.JolokiaWriteRequest;
import org.jolokia.server.core.request.ProcessingParameters;
import org.jolokia.server.core.request.notification.AddCommand;
import org.jolokia.server.core.service.api.JolokiaContext;
import org.jolokia.server.core.util.HttpMethod;
import org.jolokia.server.core.util.RequestType;
import org.jspecify.annotations.Nullable;

/**
 * What Jolokia does for one HTTP request: one Jolokia request, or a bulk of them, each with an answer of its own.
 *
 * <p>One object an HTTP request, because Jolokia's handler keeps the serialization limits of the request it serves in a
 * field. Stock Jolokia fails a whole bulk, in plain text, when one of its requests cannot be converted; here that
 * request gets an error with status 400 in its place.
 */
final class JolokiaCall extends HttpRequestHandler {

    /** Types of request that need more than reading. */
    static final Set<String> CHANGES = Set.of("write", "exec");

    /** Requests of one bulk; a monitoring system asks for some dozens. */
    static final int MAX_BULK = 1000;

    /** Changes of one bulk: each may wait for a NIC, on a thread that then serves nobody else. */
    static final int MAX_CHANGES = 32;

    private final NotificationClients clients;
    private final Optional<String> obstacle;

    /**
     * @param clients those that receive notifications, over all requests
     * @param obstacle why this HTTP request may not change anything, whoever sent it
     */
    JolokiaCall(JolokiaContext context, NotificationClients clients, Optional<String> obstacle) {
        super(context);
        this.clients = clients;
        this.obstacle = obstacle;
    }

    /**
     * @param uri as it was requested
     * @param path decoded, what follows {@code /jolokia/}
     */
    JSONObject get(String uri, String path, Map<String, String> query) {
        try {
            return (JSONObject) handleGetRequest(uri, path, parameters(query));
        } catch (BadRequestException | EmptyResponseException | RuntimeException bad) {
            return malformed(bad);
        }
    }

    /** @param json one request, or an array of them */
    JSONStructure post(Object json, Map<String, String> query) {
        ProcessingParameters parameters;
        try {
            parameters = getProcessingParameter(parameters(query));
        } catch (BadRequestException bad) {
            return malformed(bad);
        }
        if (!(json instanceof JSONArray bulk)) {
            return one(json, parameters);
        }
        if (bulk.size() > MAX_BULK) {
            return error(400, "A bulk holds at most " + MAX_BULK + " requests, this one holds " + bulk.size() + ".");
        }
        long changes = bulk.stream().filter(JolokiaCall::changes).count();
        if (changes > MAX_CHANGES) {
            return error(
                    400,
                    "A bulk holds at most " + MAX_CHANGES + " requests of type exec and write, this one holds "
                            + changes + ".");
        }
        JSONArray answers = new JSONArray(bulk.size());
        for (Object item : bulk) {
            answers.add(one(item, parameters));
        }
        return answers;
    }

    private static Map<String, String[]> parameters(Map<String, String> query) {
        return query.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> new String[] {entry.getValue()}));
    }

    private JSONObject one(Object item, ProcessingParameters parameters) {
        if (!(item instanceof JSONObject request)) {
            return error(
                    400,
                    "A Jolokia request is a JSON object with a type, such as"
                            + " {\"type\":\"read\",\"mbean\":\"io.roceguard:type=Daemon\"}, or an array of them.");
        }
        if (namesATarget(request)) {
            return error(
                    400,
                    "The request names a target, but this agent is no proxy and connects to no other JVM."
                            + " Leave the target out to reach this daemon.");
        }
        try {
            validate(request.get("config"));
            return executeRequest(JolokiaRequestFactory.createPostRequest(request, parameters));
        } catch (BadRequestException | RuntimeException bad) {
            return malformed(bad);
        }
    }

    /** Jolokia checks the parameters of the query, and trips over the same ones in a request. */
    private void validate(@Nullable Object config) throws BadRequestException {
        if (config instanceof JSONObject values) {
            Map<ConfigKey, String> parameters = new EnumMap<>(ConfigKey.class);
            values.forEach((name, value) -> {
                ConfigKey key = ConfigKey.getRequestConfigKey(name);
                if (key != null && value != null) {
                    parameters.put(key, value.toString());
                }
            });
            validateRequestParameters(parameters);
        }
    }

    /** Whether that element of a bulk writes an attribute or invokes an operation. */
    static boolean changes(@Nullable Object item) {
        return item instanceof Map<?, ?> request
                && request.get("type") instanceof String type
                && CHANGES.contains(type.toLowerCase(Locale.ROOT));
    }

    private static boolean namesATarget(JSONObject request) {
        if (request.containsKey("target")) {
            return true;
        }
        return request.get("options") instanceof JSONObject options
                && (options.containsKey("target") || options.containsKey("targetId"));
    }

    /** Every request comes by here, from GET and POST alike. */
    @Override
    protected JSONObject executeRequest(JolokiaRequest request) {
        Optional<String> refusal = refusal(request);
        if (refusal.isPresent()) {
            return getErrorJSON(403, new SecurityException(refusal.get()), request);
        }
        Optional<String> unwritable = unwritable(request);
        if (unwritable.isPresent()) {
            return getErrorJSON(400, new InvalidAttributeValueException(unwritable.get()), request);
        }
        try {
            if (NotificationClients.registers(request)) {
                dismissSilentClients();
            }
            Optional<String> full = clients.full(request);
            if (full.isPresent()) {
                return getErrorJSON(503, new IllegalStateException(full.get()), request);
            }
            JSONObject answer = super.executeRequest(request);
            if (Integer.valueOf(200).equals(answer.get("status"))) {
                clients.remember(request, answer.get("value"));
            }
            if (Integer.valueOf(403).equals(answer.get("status"))) {
                answer.put("error_type", SecurityException.class.getName());
            }
            return answer;
        } catch (BadRequestException bad) {
            return getErrorJSON(400, new IllegalArgumentException(sentence(bad)), request);
        } catch (EmptyResponseException streaming) {
            return getErrorJSON(
                    400,
                    new UnsupportedOperationException(
                            "This agent does not stream notifications. Subscribe with the mode pull."),
                    request);
        }
    }

    /** Before another comes, those that nobody uses any more go. */
    private void dismissSilentClients() throws BadRequestException, EmptyResponseException {
        for (String silent : clients.silent()) {
            JSONObject unregister = new JSONObject();
            unregister.putAll(Map.of("type", "notification", "command", "unregister", "client", silent));
            super.executeRequest(JolokiaRequestFactory.createPostRequest(unregister, getProcessingParameter(Map.of())));
        }
    }

    private Optional<String> refusal(JolokiaRequest request) {
        if (request.getType() == RequestType.CONFIG) {
            return Optional.of("The command config is not offered.");
        }
        if (request.getType() == RequestType.WRITE || request.getType() == RequestType.EXEC) {
            return request.getHttpMethod() == HttpMethod.GET
                    ? Optional.of("Attributes are written and operations invoked by POST only. Send {\"type\":\""
                            + request.getType().getName() + "\", ...} as the body of a POST to /jolokia/.")
                    : obstacle;
        }
        if (request instanceof JolokiaNotificationRequest notification
                && notification.getCommand() instanceof AddCommand subscription) {
            return JolokiaPolicy.refusal(new MBeanRequest.Look(subscription.getObjectName()));
        }
        return Optional.empty();
    }

    /** Asked for operators only, so that others hear about their role first. */
    private static Optional<String> unwritable(JolokiaRequest request) {
        return request instanceof JolokiaWriteRequest write
                        && CurrentCaller.get().role().includes(Role.OPERATOR)
                ? WriteObstacle.of(write.getObjectName(), write.getAttributeName(), write.getValue())
                : Optional.empty();
    }

    private static JSONObject malformed(Exception bad) {
        if (bad instanceof ClassCastException) {
            return error(
                    400,
                    "A field of the request has the wrong JSON type: type, mbean, attribute, operation and path"
                            + " are strings, arguments is an array, options and config are objects.");
        }
        return error(400, sentence(bad));
    }

    /** Jolokia's message for a value that could not be converted holds all of the request but not always the reason. */
    private static String sentence(Exception bad) {
        Throwable cause = bad.getCause();
        if (cause instanceof IllegalArgumentException || cause instanceof UnsupportedOperationException) {
            return "A value of the request cannot be converted to the type that the MBean takes: " + shortened(cause)
                    + ".";
        }
        return shortened(bad);
    }

    private static String shortened(Throwable error) {
        String message = error.getMessage() == null
                ? "The request cannot be understood (" + error.getClass().getSimpleName() + ")"
                : error.getMessage();
        return message.length() <= 300 ? message : message.substring(0, 300) + "...";
    }

    /** An answer in Jolokia's error shape that has no request to show. */
    static JSONObject error(int status, String sentence) {
        JSONObject error = new JSONObject();
        error.put(".error", true);
        error.put("status", status);
        error.put("error_type", (status == 400 ? IllegalArgumentException.class : SecurityException.class).getName());
        error.put("error", sentence);
        return error;
    }
}
