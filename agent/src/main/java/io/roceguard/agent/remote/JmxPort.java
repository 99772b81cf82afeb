// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.remote;

import io.roceguard.agent.access.Users;
import io.roceguard.agent.config.DaemonConfig.ClientCertificate;
import io.roceguard.agent.config.DaemonConfig.Jmx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.UnknownHostException;
import java.rmi.NoSuchObjectException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.HashMap;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.rmi.RMIConnectorServer;
import javax.management.remote.rmi.RMIJRMPServerImpl;
import javax.net.ssl.SSLContext;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Remote JMX on one port: the RMI registry and the connector share it. Standard clients need none of our classes.
 *
 * <p>Address and registry filter are settings that RMI has once for a process; they are set when the first port opens and
 * left alone where the command line set them.
 */
public final class JmxPort implements AutoCloseable {

    /** What a client may send as credentials: two strings. */
    static final String CREDENTIALS_FILTER = "maxdepth=2;maxarray=2;maxrefs=10;java.lang.String;!*";

    /**
     * What a client may send in a request: what open types, names, attributes and notification filters are made of.
     * Nothing that could open a connection (java.rmi.server) or load a class (javax.management.loading) is among it.
     * Subscribing sends an array of subjects, all null; a real one would carry no {@code Caller} and so no role.
     */
    static final String REQUEST_FILTER = "maxdepth=20;maxarray=1000000;maxrefs=100000;maxbytes=8388608;"
            + "java.lang.*;java.util.*;java.math.BigInteger;java.math.BigDecimal;"
            + "javax.management.*;javax.management.openmbean.*;"
            + "javax.management.relation.MBeanServerNotificationFilter;java.rmi.MarshalledObject;"
            + "javax.security.auth.Subject;!*";

    private static final String NAME = "jmxrmi";
    private static final String HOST_PROPERTY = "java.rmi.server.hostname";

    private final BoundSockets sockets;
    private final Registry registry;
    private final JMXConnectorServer connector;
    private final JMXServiceURL url;

    private JmxPort(BoundSockets sockets, Registry registry, JMXConnectorServer connector, JMXServiceURL url) {
        this.sockets = sockets;
        this.registry = registry;
        this.connector = connector;
        this.url = url;
    }

    /**
     * Starts to listen.
     *
     * @param tls null for plain text
     * @param clientCertificate whether a client must show one; without TLS it means nothing
     * @param users who may log in; with nobody configured everybody is a viewer, and the address must be loopback
     * @throws IOException with a full sentence, when the address or the port cannot be used
     */
    public static JmxPort open(
            Jmx jmx, @Nullable SSLContext tls, ClientCertificate clientCertificate, Users users, MBeanServer server)
            throws IOException {
        InetAddress address = address(jmx.bind());
        if (!users.configured() && !address.isLoopbackAddress()) {
            throw new IOException("The JMX port cannot listen on " + jmx.bind()
                    + ": without users it is only for this host. Add users, or bind it to 127.0.0.1.");
        }
        BoundSockets sockets = new BoundSockets(address, tls, clientCertificate);
        RMIClientSocketFactory clientSockets = tls == null ? null : new SslRMIClientSocketFactory();

        String host = host(address);
        setUnlessSet(HOST_PROPERTY, host);
        // Keeps other users of this host from rebinding the name to an object of theirs, which would get the passwords.
        setUnlessSet("sun.rmi.registry.registryFilter", "!*");

        Registry registry;
        try {
            registry = LocateRegistry.createRegistry(jmx.port(), clientSockets, sockets);
        } catch (IOException e) {
            throw new IOException(
                    "The JMX port cannot listen on " + jmx.bind() + " port " + jmx.port() + ": " + rootMessage(e)
                            + ". Stop what uses this port, or set jmx.port to another one.",
                    e);
        }
        try {
            JMXConnectorServer connector = start(sockets.port(), clientSockets, sockets, users, server, registry);
            return new JmxPort(sockets, registry, connector, url(host, sockets.port()));
        } catch (IOException | RuntimeException e) {
            UnicastRemoteObject.unexportObject(registry, true);
            sockets.close();
            throw e;
        }
    }

    private static JMXConnectorServer start(
            int port,
            @Nullable RMIClientSocketFactory clientSockets,
            BoundSockets sockets,
            Users users,
            MBeanServer server,
            Registry registry)
            throws IOException {
        Map<String, Object> environment = new HashMap<>();
        environment.put(JMXConnectorServer.AUTHENTICATOR, new Login(users));
        environment.put(RMIConnectorServer.CREDENTIALS_FILTER_PATTERN, CREDENTIALS_FILTER);
        environment.put(RMIConnectorServer.SERIAL_FILTER_PATTERN, REQUEST_FILTER);
        RMIJRMPServerImpl exported = new RMIJRMPServerImpl(port, clientSockets, sockets, environment);
        JMXConnectorServer connector =
                new RMIConnectorServer(new JMXServiceURL("rmi", null, 0), environment, exported, server);
        connector.setMBeanServerForwarder(GuardedMBeanServer.over(server));
        connector.start();
        registry.rebind(NAME, exported.toStub());
        return connector;
    }

    /** Where clients connect to, {@code service:jmx:rmi:///jndi/rmi://127.0.0.1:9010/jmxrmi}. */
    public JMXServiceURL url() {
        return url;
    }

    /** The port it listens on. */
    public int port() {
        return sockets.port();
    }

    /** Ends all connections and stops to listen. */
    @Override
    public void close() throws IOException {
        try {
            connector.stop();
        } finally {
            unexport();
            sockets.close();
        }
    }

    private void unexport() {
        try {
            UnicastRemoteObject.unexportObject(registry, true);
        } catch (NoSuchObjectException closedBefore) {
            // Closing twice is fine.
        }
    }

    private static InetAddress address(String bind) throws IOException {
        try {
            return InetAddress.getByName(bind);
        } catch (UnknownHostException e) {
            throw new IOException(
                    "The JMX port cannot listen on " + bind
                            + ": this host knows no such address. Set jmx.bind to one of its addresses.",
                    e);
        }
    }

    /**
     * What clients are told to connect to: what the command line says, else the address, or this host's name where it
     * listens on all addresses.
     */
    private static String host(InetAddress address) throws IOException {
        String told = System.getProperty(HOST_PROPERTY);
        if (told != null) {
            return told;
        }
        if (!address.isAnyLocalAddress()) {
            return address.getHostAddress();
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            throw new IOException(
                    "The JMX port listens on all addresses, but this host cannot resolve its own name for its clients: "
                            + e.getMessage() + ". Start with -D" + HOST_PROPERTY + "=<name or address of this host>,"
                            + " or set jmx.bind to one address.",
                    e);
        }
    }

    private static JMXServiceURL url(String host, int port) throws MalformedURLException {
        String literal = host.contains(":") ? "[" + host + "]" : host;
        return new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + literal + ":" + port + "/" + NAME);
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    private static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
