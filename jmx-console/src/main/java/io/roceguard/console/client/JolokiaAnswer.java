// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.client;

import io.roceguard.console.json.JsonObject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What one {@link JolokiaRequest} got. */
public sealed interface JolokiaAnswer {

    /** @param value as JSON maps to Java; null where the attribute or result is null */
    record Value(@Nullable Object value) implements JolokiaAnswer {}

    /**
     * @param status as in HTTP: 403 refused, 404 no such MBean or attribute, 500 the MBean threw
     * @param type class name of the exception that was thrown in the daemon
     * @param message what it says
     */
    record Failure(int status, String type, String message) implements JolokiaAnswer {

        private static final String REPEATED_TYPE = " : ";

        /** True when there is no MBean of that name. */
        public boolean noSuchMBean() {
            return status == 404 && type.endsWith("InstanceNotFoundException");
        }

        static Failure of(int status, JsonObject answer) {
            String type = answer.text("error_type").orElse("");
            String message = answer.text("error").orElse("without saying why");
            // Jolokia puts the class name in front of the message of an exception.
            String prefix = type + REPEATED_TYPE;
            boolean repeated = !type.isEmpty() && message.startsWith(prefix);
            return new Failure(status, type, repeated ? message.substring(prefix.length()) : message);
        }
    }

    /** The answer that this object of Jolokia's protocol is; empty when it is none. */
    static Optional<JolokiaAnswer> of(JsonObject answer) {
        int status = answer.integer("status").map(Number::intValue).orElse(0);
        if (status == 200 && answer.members().containsKey("value")) {
            return Optional.of(new Value(answer.get("value")));
        }
        return status >= 400 ? Optional.of(Failure.of(status, answer)) : Optional.empty();
    }
}
