// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.access.Caller;
import io.roceguard.agent.access.PasswordHash;
import io.roceguard.agent.access.Role;
import io.roceguard.agent.access.TokenHash;
import io.roceguard.agent.access.User;
import io.roceguard.agent.access.Users;
import io.roceguard.agent.config.DaemonConfig.ClientCertificate;
import io.roceguard.agent.config.DaemonConfig.Jmx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.MBeanServerFactory;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.Query;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXPrincipal;
import javax.security.auth.Subject;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JmxPortTest {

    private static final String TOKEN = TokenHash.newToken();
    private static final Users USERS = new Users(List.of(
            new User("vera", Role.VIEWER, PasswordHash.of("view".toCharArray(), 1000), null),
            new User("otto", Role.OPERATOR, PasswordHash.of("operate".toCharArray(), 1000), null),
            new User("robot", Role.OPERATOR, null, TokenHash.of(TOKEN))));
    private static final String[] VERA = {"vera", "view"};
    private static final String[] OTTO = {"otto", "operate"};
    private static final Jmx LOOPBACK = new Jmx(true, "127.0.0.1", 0);

    private static final ObjectName LAMP = name("io.roceguard:type=Lamp");
    private static final ObjectName HIDDEN = name("com.example:type=Lamp");

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final Lamp lamp = new Lamp();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeEach
    void register() throws JMException {
        server.registerMBean(lamp, LAMP);
        server.registerMBean(new Lamp(), HIDDEN);
    }

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private JmxPort open(Users users) throws IOException {
        return keep(JmxPort.open(LOOPBACK, null, ClientCertificate.NONE, users, server));
    }

    private MBeanServerConnection connect(JmxPort port, Object credentials) throws IOException {
        return connector(port, credentials).getMBeanServerConnection();
    }

    @SuppressWarnings("BanJNDI") // the address is the test's own
    private JMXConnector connector(JmxPort port, Object credentials) throws IOException {
        Map<String, Object> environment =
                credentials == null ? Map.of() : Map.of(JMXConnector.CREDENTIALS, credentials);
        return keep(JMXConnectorFactory.connect(port.url(), environment));
    }

    private MBeanServerConnection connect(String[] credentials) throws IOException {
        return connect(open(USERS), credentials);
    }

    private <T extends AutoCloseable> T keep(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    @Test
    void viewerReadsAndAsks() throws Exception {
        MBeanServerConnection connection = connect(VERA);

        assertThat(connection.getAttribute(LAMP, "level")).isEqualTo(1L);
        assertThat(connection.getAttributes(LAMP, new String[] {"level"}).asList())
                .containsExactly(new Attribute("level", 1L));
        assertThat(connection.invoke(LAMP, "look", new Object[0], new String[0]))
                .isEqualTo(1L);
        assertThat(connection.getMBeanInfo(LAMP).getDescription()).isEqualTo("A lamp.");
        assertThat(connection.isInstanceOf(LAMP, Lamp.class.getName())).isTrue();
    }

    @Test
    void viewerChangesNothing() throws Exception {
        MBeanServerConnection connection = connect(VERA);

        assertThatThrownBy(() -> connection.setAttribute(LAMP, new Attribute("level", 5L)))
                .isInstanceOf(SecurityException.class)
                .hasMessage("Writing attribute level of io.roceguard:type=Lamp needs the role operator,"
                        + " but vera via jmx has the role viewer.");
        assertThatThrownBy(() -> connection.setAttributes(LAMP, new AttributeList(List.of(new Attribute("level", 5L)))))
                .isInstanceOf(SecurityException.class);
        assertThatThrownBy(() -> connection.invoke(LAMP, "dim", new Object[0], new String[0]))
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("needs the role operator");
        assertThat(lamp.level).hasValue(1);
    }

    @Test
    void operatorChangesAndTheMBeanKnowsWho() throws Exception {
        MBeanServerConnection connection = connect(OTTO);

        connection.setAttribute(LAMP, new Attribute("level", 5L));
        assertThat(lamp.level).hasValue(5);
        assertThat(lamp.lastCaller).isEqualTo(new Caller("otto", Role.OPERATOR, "jmx"));

        connection.setAttributes(LAMP, new AttributeList(List.of(new Attribute("level", 7L))));
        assertThat(connection.invoke(LAMP, "dim", new Object[0], new String[0])).isEqualTo(6L);
    }

    @Test
    void connectionsOfDifferentUsersKeepTheirCallers() throws Exception {
        JmxPort port = open(USERS);
        MBeanServerConnection vera = connect(port, VERA);
        MBeanServerConnection otto = connect(port, OTTO);

        vera.getAttribute(LAMP, "level");
        assertThat(lamp.lastCaller.name()).isEqualTo("vera");
        otto.getAttribute(LAMP, "level");
        assertThat(lamp.lastCaller.name()).isEqualTo("otto");
        vera.getAttribute(LAMP, "level");
        assertThat(lamp.lastCaller.name()).isEqualTo("vera");
    }

    @Test
    void nobodyActsAsAnotherSubject() throws Exception {
        JMXConnector connector = connector(open(USERS), OTTO);

        for (Subject other :
                List.of(new Subject(), new Subject(true, Set.of(new JMXPrincipal("otto")), Set.of(), Set.of()))) {
            assertThatThrownBy(() -> connector.getMBeanServerConnection(other).getAttribute(LAMP, "level"))
                    .isInstanceOf(Exception.class);
        }
        assertThat(lamp.lastCaller).isNull();
    }

    @Test
    void tokenStandsInPlaceOfThePassword() throws Exception {
        MBeanServerConnection connection = connect(new String[] {"whoever", TOKEN});

        connection.setAttribute(LAMP, new Attribute("level", 3L));

        assertThat(lamp.lastCaller).isEqualTo(new Caller("robot", Role.OPERATOR, "jmx"));
    }

    @Test
    void wrongPasswordIsRefusedWithoutTellingWhatWasWrong() throws Exception {
        JmxPort port = open(USERS);

        for (String[] wrong : new String[][] {{"vera", "wrong"}, {"nobody", "view"}}) {
            assertThatThrownBy(() -> connect(port, wrong))
                    .isInstanceOf(SecurityException.class)
                    .hasMessage("The user name or the password is wrong, or the token is not known."
                            + " Check them against the users in the daemon's configuration.");
        }
        assertThat(connect(port, VERA).getAttribute(LAMP, "level")).isEqualTo(1L);
    }

    @Test
    void credentialsAreNeededWhereThereAreUsers() throws Exception {
        JmxPort port = open(USERS);

        for (String[] incomplete : new String[][] {null, {"vera"}, {"vera", null}}) {
            assertThatThrownBy(() -> connect(port, incomplete))
                    .isInstanceOf(SecurityException.class)
                    .hasMessageContaining("Connect with a user name and a password");
        }
    }

    @Test
    void withoutUsersEverybodyIsAnAnonymousViewer() throws Exception {
        MBeanServerConnection connection = connect(open(Users.none()), null);

        assertThat(connection.getAttribute(LAMP, "level")).isEqualTo(1L);
        assertThat(lamp.lastCaller).isEqualTo(new Caller("anonymous", Role.VIEWER, "jmx"));
        assertThatThrownBy(() -> connection.setAttribute(LAMP, new Attribute("level", 5L)))
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("anonymous via jmx has the role viewer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::"})
    void withoutUsersOnlyLoopbackIsListenedOn(String bind) {
        assertThatIOException()
                .isThrownBy(
                        () -> JmxPort.open(new Jmx(true, bind, 0), null, ClientCertificate.NONE, Users.none(), server))
                .withMessage("The JMX port cannot listen on " + bind
                        + ": without users it is only for this host. Add users, or bind it to 127.0.0.1.");
    }

    @Test
    void foreignClassIsRefusedWhereverItIsSent() throws Exception {
        MBeanServerConnection connection = connect(OTTO);
        Foreign.READ.set(0);

        assertRejected(() ->
                connection.invoke(LAMP, "paint", new Object[] {new Foreign()}, new String[] {Object.class.getName()}));
        assertRejected(() -> connection.invoke(
                LAMP, "paint", new Object[] {List.of(Map.of("a", new Foreign()))}, new String[] {"x"}));
        assertRejected(() -> connection.setAttribute(LAMP, new Attribute("level", new Foreign())));
        // A remote reference would make the daemon connect to whoever it names.
        assertRejected(() ->
                connection.setAttribute(LAMP, new Attribute("level", LocateRegistry.getRegistry("127.0.0.1", 1))));

        assertThat(Foreign.READ).hasValue(0);
        assertThat(connection.getAttribute(LAMP, "level")).isEqualTo(1L);
    }

    @Test
    void requestOfExcessiveSizeIsRefused() throws Exception {
        MBeanServerConnection connection = connect(OTTO);

        // The daemon hangs up; whether its answer still arrives is up to the network.
        assertThatIOException()
                .isThrownBy(
                        () -> connection.invoke(LAMP, "paint", new Object[] {new long[1_000_001]}, new String[] {"x"}));
        assertThat(connection.getAttribute(LAMP, "level")).isEqualTo(1L);
    }

    /** The daemon's filter let no object of that class come into being. */
    private static void assertRejected(ThrowingCallable request) {
        assertThatThrownBy(request).hasStackTraceContaining("InvalidClassException: filter status: REJECTED");
    }

    @Test
    void foreignCredentialsAreRefused() throws Exception {
        JmxPort port = open(USERS);
        Foreign.READ.set(0);

        assertRejected(() -> connect(port, new Object[] {new Foreign()}));

        assertThat(Foreign.READ).hasValue(0);
        assertThat(connect(port, VERA).getAttribute(LAMP, "level")).isEqualTo(1L);
    }

    @Test
    void openTypesPassTheFilter() throws Exception {
        MBeanServerConnection connection = connect(OTTO);
        CompositeType type = new CompositeType(
                "t", "t", new String[] {"a"}, new String[] {"a"}, new OpenType<?>[] {SimpleType.LONG});
        Object[] parameters = {
            new CompositeDataSupport(type, Map.of("a", 1L)),
            new long[] {1, 2},
            new String[] {"a"},
            new java.math.BigDecimal("1.5"),
            new java.math.BigInteger("1"),
            LAMP,
            true
        };

        assertThat(connection.invoke(LAMP, "paint", parameters, new String[parameters.length]))
                .isEqualTo(1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"javax.management.loading.MLet", "javax.management.timer.Timer"})
    void nobodyCreatesLoadsOrUnregistersAnything(String className) throws Exception {
        MBeanServerConnection connection = connect(OTTO);
        int before = server.getMBeanCount();

        assertThatThrownBy(() -> connection.createMBean(className, name("io.roceguard:type=New")))
                .isInstanceOf(SecurityException.class)
                .hasMessage("The request createMBean is refused:"
                        + " nobody may create, load or unregister anything over the network.");
        assertThatThrownBy(() ->
                        connection.createMBean(className, null, new Object[] {"x"}, new String[] {"java.lang.String"}))
                .isInstanceOf(SecurityException.class);
        assertThatThrownBy(() -> connection.unregisterMBean(LAMP)).isInstanceOf(SecurityException.class);

        assertThat(server.getMBeanCount()).isEqualTo(before);
    }

    @Test
    void mbeansOfOtherDomainsAreNotFound() throws Exception {
        MBeanServerConnection connection = connect(OTTO);

        Set<ObjectName> found = connection.queryNames(null, null);
        assertThat(found).contains(LAMP).doesNotContain(HIDDEN);
        assertThat(connection.queryMBeans(null, null)).hasSameSizeAs(found);
        assertThat(connection.getMBeanCount()).isEqualTo(found.size());
        assertThat(connection.queryNames(HIDDEN, null)).isEmpty();
        assertThat(connection.isRegistered(HIDDEN)).isFalse();
        assertThat(connection.isRegistered(LAMP)).isTrue();
        assertThat(connection.getDomains())
                .containsExactlyInAnyOrderElementsOf(
                        found.stream().map(ObjectName::getDomain).collect(Collectors.toSet()));
        assertThatThrownBy(() -> connection.getAttribute(HIDDEN, "level")).isInstanceOf(SecurityException.class);
        assertThatThrownBy(() -> connection.addNotificationListener(HIDDEN, (n, h) -> {}, null, null))
                .isInstanceOf(SecurityException.class);
    }

    @Test
    void conditionOfAQueryCannotProbeAttributes() throws Exception {
        MBeanServerConnection connection = connect(OTTO);

        assertThatThrownBy(() -> connection.queryNames(null, Query.eq(Query.attr("level"), Query.value(1))))
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("Query by a name pattern");
        assertThat(connection.queryNames(null, LAMP)).containsExactly(LAMP);
    }

    @Test
    void missingNamesAreAnsweredAndNotPassedOn() throws Exception {
        MBeanServerConnection connection = connect(OTTO);

        assertThatThrownBy(() -> connection.getAttribute(null, "level"))
                .hasMessageContaining("The request has no object name: it is null.");
        assertThatThrownBy(() -> connection.getAttributes(LAMP, new String[] {null}))
                .hasMessageContaining("The request has no attribute name: it is null.");
        assertThatThrownBy(() -> connection.invoke(LAMP, null, new Object[0], new String[0]))
                .hasStackTraceContaining("must not be null");
        assertThat(connection.getAttribute(LAMP, "level")).isEqualTo(1L);
    }

    @Test
    void errorOfAnMBeanArrivesAsItIs() throws Exception {
        MBeanServerConnection connection = connect(VERA);

        assertThatThrownBy(() -> connection.getAttribute(LAMP, "colour"))
                .isInstanceOf(javax.management.AttributeNotFoundException.class)
                .hasMessage("There is no attribute colour.");
    }

    @Test
    void viewerReceivesNotifications() throws Exception {
        JmxPort port = open(USERS);
        MBeanServerConnection vera = connect(port, VERA);
        BlockingQueue<Notification> received = new LinkedBlockingQueue<>();
        vera.addNotificationListener(LAMP, (notification, handback) -> received.add(notification), null, null);

        connect(port, OTTO).invoke(LAMP, "dim", new Object[0], new String[0]);

        Notification notification = received.poll(30, TimeUnit.SECONDS);
        assertThat(notification).isNotNull();
        assertThat(notification.getType()).isEqualTo("lamp.dimmed");
        assertThat(notification.getSource()).isEqualTo(LAMP);
    }

    @Test
    void nameInTheRegistryCannotBeRebound() throws Exception {
        JmxPort port = open(USERS);
        Registry registry = LocateRegistry.getRegistry("127.0.0.1", port.port());

        assertThat(registry.list()).containsExactly("jmxrmi");
        assertRejected(() -> registry.rebind("jmxrmi", registry.lookup("jmxrmi")));
        assertThat(connect(port, VERA).getAttribute(LAMP, "level")).isEqualTo(1L);
    }

    @Test
    void portInUseIsToldByNameWithARemedy() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int number = taken.getLocalPort();
            assertThatIOException()
                    .isThrownBy(() -> JmxPort.open(
                            new Jmx(true, "127.0.0.1", number), null, ClientCertificate.NONE, USERS, server))
                    .withMessageStartingWith(
                            "The JMX port cannot listen on 127.0.0.1 port " + number + ": Address already" + " in use")
                    .withMessageEndingWith("Stop what uses this port, or set jmx.port to another one.");
        }
    }

    @Test
    void unknownAddressIsTold() {
        assertThatIOException()
                .isThrownBy(() ->
                        JmxPort.open(new Jmx(true, "no such address", 0), null, ClientCertificate.NONE, USERS, server))
                .withMessageContaining("this host knows no such address");
    }

    @Test
    void oneListeningSocketServesEverythingAndIsGoneAfterClose() throws Exception {
        Set<Integer> before = listening();
        JmxPort port = open(USERS);
        connect(port, VERA).getAttribute(LAMP, "level");

        Set<Integer> during = listening();
        during.removeAll(before);
        assertThat(during).containsExactly(port.port());

        port.close();
        assertThat(listening()).doesNotContain(port.port());
        port.close();
    }

    /** The TCP ports on which this process listens, as the kernel tells them. */
    private static Set<Integer> listening() throws IOException {
        Set<String> mine;
        try (var descriptors = Files.list(Path.of("/proc/self/fd"))) {
            mine = descriptors
                    .map(JmxPortTest::target)
                    .filter(target -> target.startsWith("socket:["))
                    .map(target -> target.substring("socket:[".length(), target.length() - 1))
                    .collect(Collectors.toSet());
        }
        try (var four = Files.lines(Path.of("/proc/self/net/tcp"));
                var six = Files.lines(Path.of("/proc/self/net/tcp6"))) {
            return java.util.stream.Stream.concat(four, six)
                    .map(line -> line.trim().toUpperCase(Locale.ROOT).split("\\s+"))
                    .filter(columns -> columns[3].equals("0A") && mine.contains(columns[9]))
                    .map(columns -> Integer.parseInt(columns[1].substring(columns[1].lastIndexOf(':') + 1), 16))
                    .collect(Collectors.toSet());
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }

    private static ObjectName name(String text) {
        try {
            return new ObjectName(text);
        } catch (JMException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
