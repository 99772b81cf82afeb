// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One request of Jolokia's protocol; several of them travel in one POST. */
public final class JolokiaRequest {

    // A getter that fails must not take the others of its MBean with it.
    private static final Map<String, Object> CONFIG = Map.of("ignoreErrors", "true", "includeRequest", "false");

    private final Map<String, Object> body;

    private JolokiaRequest(Map<String, Object> body) {
        this.body = body;
    }

    /** Every attribute of the MBean. */
    public static JolokiaRequest read(String objectName) {
        return new JolokiaRequest(body("read", objectName));
    }

    /** These attributes of the MBean, or of each MBean that a pattern matches. */
    public static JolokiaRequest read(String objectName, List<String> attributes) {
        Map<String, Object> body = body("read", objectName);
        body.put("attribute", List.copyOf(attributes));
        return new JolokiaRequest(body);
    }

    /** Calls an operation that takes strings. */
    public static JolokiaRequest exec(String objectName, String operation, String... arguments) {
        Map<String, Object> body = body("exec", objectName);
        body.put("operation", operation);
        body.put("arguments", List.of(arguments));
        return new JolokiaRequest(body);
    }

    private static Map<String, Object> body(String type, String objectName) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", type);
        body.put("mbean", objectName);
        body.put("config", CONFIG);
        return body;
    }

    /** As it stands in the POST. */
    Map<String, Object> body() {
        return body;
    }
}
