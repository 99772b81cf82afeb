// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.http;

import java.util.Map;

/**
 * System properties of the JDK's HTTP server. It reads them once, when its classes are initialized, and they hold for
 * the whole JVM: they are set here and nowhere else, before the first server is made. What the command line sets stays.
 */
final class ServerProperties {

    private static final Map<String, String> PROPERTIES = Map.of(
            // Without it every answer on a kept connection waits 40 ms for the client's delayed acknowledgement.
            "sun.net.httpserver.nodelay", "true",
            // Seconds for a client to send its request and to take the answer: slow clients do not hold threads for
            // ever.
            "sun.net.httpserver.maxReqTime", "10",
            "sun.net.httpserver.maxRspTime", "60",
            "sun.net.httpserver.maxIdleConnections", "200",
            "jdk.httpserver.maxConnections", "1000");

    private ServerProperties() {}

    static void set() {
        PROPERTIES.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        });
    }
}
