// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.Attribute;
import javax.management.InvalidAttributeValueException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The register over remote JMX, from a JVM that has none of the product's classes. */
@SuppressWarnings("BanJNDI") // the connector of the JDK, to our own loopback port
class JmxIT {

    @TempDir
    private static Path directory;

    private static PackagedDaemon daemon;
    private static ObjectName register;

    @BeforeAll
    static void start() throws Exception {
        daemon = PackagedDaemon.simulated(directory);
        register = new ObjectName("io.roceguard:type=RoceAccl,nic=mlx5_0");
    }

    @AfterAll
    static void stop() throws Exception {
        daemon.close();
    }

    private static JMXConnector connect(String user, String password) throws Exception {
        Map<String, Object> environment =
                user.isEmpty() ? Map.of() : Map.of(JMXConnector.CREDENTIALS, new String[] {user, password});
        return JMXConnectorFactory.connect(new JMXServiceURL(daemon.jmxUrl()), environment);
    }

    @Test
    void thisJvmHasNoneOfOurClasses() {
        for (String name : new String[] {"agent.Daemon", "register.RegisterImage", "device.NicException"}) {
            assertThatThrownBy(() -> Class.forName("io.roceguard." + name)).isInstanceOf(ClassNotFoundException.class);
        }
    }

    @Test
    void theOperatorReadsWritesAndInvokes() throws Exception {
        try (JMXConnector connector = connect("operator", daemon.operatorToken())) {
            MBeanServerConnection server = connector.getMBeanServerConnection();

            server.setAttribute(register, new Attribute("roce_tx_window_en", 1L));
            CompositeData result = (CompositeData) server.invoke(
                    register, "apply", new Object[] {"roce_tx_window_en=0"}, new String[] {"java.lang.String"});

            assertThat(server.getAttribute(register, "adp_retx_base_timeout_min"))
                    .isEqualTo(4000L);
            assertThat(result.get("outcome")).isEqualTo("verified");
            assertThat((String[]) result.get("changed")).containsExactly("roce_tx_window_en 1 -> 0");
            assertThat(result.get("caller")).isEqualTo("operator via jmx");
        }
    }

    @Test
    void refusalsArriveAsExceptionsOfTheJdk() throws Exception {
        try (JMXConnector connector = connect("operator", daemon.operatorToken())) {
            MBeanServerConnection server = connector.getMBeanServerConnection();

            assertThatThrownBy(() -> server.setAttribute(register, new Attribute("adp_retx_profile_max_id", 2L)))
                    .isInstanceOf(InvalidAttributeValueException.class)
                    .hasMessageContaining("read-only");
            assertThatThrownBy(() -> server.setAttribute(register, new Attribute("cc_per_plane_en", 1L)))
                    .isInstanceOf(InvalidAttributeValueException.class)
                    .hasMessageContaining("cc_per_plane_en_field_select reads 0");
            assertThatThrownBy(() -> server.invoke(
                            register, "apply", new Object[] {"time_bas=4"}, new String[] {"java.lang.String"}))
                    .hasStackTraceContaining("Did you mean time_base?");
        }
    }

    @Test
    void viewersAndStrangersReadAndDoNotWrite() throws Exception {
        for (String user : new String[] {"viewer", ""}) {
            try (JMXConnector connector = connect(user, daemon.viewerToken())) {
                MBeanServerConnection server = connector.getMBeanServerConnection();

                assertThat(server.getAttribute(register, "adp_retx_profile_max_id"))
                        .isEqualTo(1L);
                assertThatThrownBy(() -> server.setAttribute(register, new Attribute("roce_tx_window_en", 1L)))
                        .isInstanceOf(SecurityException.class)
                        .hasMessageContaining("needs the role operator");
            }
        }
    }

    @Test
    void aWrongPasswordIsRefused() {
        assertThatThrownBy(() -> connect("operator", "wrong")).isInstanceOf(SecurityException.class);
    }

    /** Not on the filter's list, and not known to the daemon either. */
    record Foreign(String payload) implements Serializable {}

    @Test
    void aForeignSerializedClassIsRefusedAndHarmsNothing() throws Exception {
        try (JMXConnector connector = connect("operator", daemon.operatorToken())) {
            MBeanServerConnection server = connector.getMBeanServerConnection();

            assertThatThrownBy(
                            () -> server.setAttribute(register, new Attribute("roce_tx_window_en", new Foreign("boo"))))
                    .isInstanceOf(Exception.class);
            assertThatThrownBy(() -> server.invoke(
                            register, "apply", new Object[] {new ConcurrentHashMap<>(Map.of("a", 1))}, new String[] {
                                "java.lang.String"
                            }))
                    .isInstanceOf(Exception.class);
        }
        try (JMXConnector connector = connect("viewer", daemon.viewerToken())) {
            assertThat(connector.getMBeanServerConnection().getAttribute(register, "Status"))
                    .isEqualTo("ok");
        }
        assertThat(daemon.get("/health/live").statusCode()).isEqualTo(200);
    }
}
