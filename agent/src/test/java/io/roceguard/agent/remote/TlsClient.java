// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.remote;

import java.util.Map;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import javax.rmi.ssl.SslRMIClientSocketFactory;

/**
 * A JMX client as anybody writes it, run in a process of its own without our classes: what it trusts and which key it
 * shows are properties of its process. Prints the attribute.
 */
final class TlsClient {

    private TlsClient() {}

    /** Arguments: URL, user, password, MBean, attribute. */
    @SuppressWarnings("BanJNDI") // the address is the test's own
    public static void main(String[] arguments) throws Exception {
        Map<String, Object> environment = Map.of(
                JMXConnector.CREDENTIALS,
                new String[] {arguments[1], arguments[2]},
                "com.sun.jndi.rmi.factory.socket",
                new SslRMIClientSocketFactory());
        try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(arguments[0]), environment)) {
            System.out.println("value="
                    + connector.getMBeanServerConnection().getAttribute(new ObjectName(arguments[3]), arguments[4]));
        }
    }
}
