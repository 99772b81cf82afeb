// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.agent.access.MBeanRequest.Invoke;
import io.roceguard.agent.access.MBeanRequest.Look;
import io.roceguard.agent.access.MBeanRequest.Manage;
import io.roceguard.agent.access.MBeanRequest.Read;
import io.roceguard.agent.access.MBeanRequest.Write;
import java.util.List;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MBeanAccessTest {

    private static final ObjectName OURS = name("io.roceguard:type=RoceAccl,nic=mlx5_0");
    private static final ObjectName MEMORY = name("java.lang:type=Memory");
    private static final ObjectName RUNTIME = name("java.lang:type=Runtime");
    private static final ObjectName DIAGNOSTIC = name("com.sun.management:type=DiagnosticCommand");

    private static final Caller NOBODY = new Caller("anonymous", Role.NONE, "http");
    private static final Caller VIEWER = new Caller("vera", Role.VIEWER, "http");
    private static final Caller OPERATOR = new Caller("otto", Role.OPERATOR, "jmx");

    @Test
    void viewerReadsAndAsksButDoesNotChange() {
        assertAllowed(VIEWER, new Look(OURS));
        assertAllowed(VIEWER, new Read(OURS, "time_base"));
        assertAllowed(VIEWER, new Invoke(OURS, "plan", true));
        assertRefused(VIEWER, new Write(OURS, "time_base"));
        assertRefused(VIEWER, new Invoke(OURS, "apply", false));
    }

    @Test
    void operatorAlsoChanges() {
        assertAllowed(OPERATOR, new Read(OURS, "time_base"));
        assertAllowed(OPERATOR, new Write(OURS, "time_base"));
        assertAllowed(OPERATOR, new Invoke(OURS, "apply", false));
    }

    @Test
    void nobodyWithoutARoleDoesAnything() {
        for (MBeanRequest request : List.of(
                new Look(OURS),
                new Read(OURS, "time_base"),
                new Read(MEMORY, "HeapMemoryUsage"),
                new Invoke(OURS, "plan", true),
                new Write(OURS, "time_base"),
                new Look(name("*:*")))) {
            assertRefused(NOBODY, request);
        }
    }

    @Test
    void refusalNamesWhoWhatAndTheRoleThatIsNeeded() {
        assertThat(MBeanAccess.refusal(VIEWER, new Write(OURS, "time_base")))
                .contains(
                        "Writing attribute time_base of io.roceguard:type=RoceAccl,nic=mlx5_0 needs the role operator,"
                                + " but vera via http has the role viewer.");
        assertThat(MBeanAccess.refusal(NOBODY, new Read(OURS, "time_base")))
                .contains("Reading attribute time_base of io.roceguard:type=RoceAccl,nic=mlx5_0 needs the role viewer,"
                        + " but anonymous via http has no role.");
    }

    @Test
    void otherDomainsOfTheAllowListAreReadOnly() {
        for (ObjectName mbean : List.of(MEMORY, name("java.nio:type=BufferPool,name=direct"))) {
            assertAllowed(VIEWER, new Read(mbean, "Name"));
            assertRefused(OPERATOR, new Write(mbean, "Verbose"));
            assertRefused(OPERATOR, new Invoke(mbean, "gc", false));
            assertRefused(OPERATOR, new Invoke(mbean, "gc", true));
        }
        assertAllowed(VIEWER, new Read(name("JMImplementation:type=MBeanServerDelegate"), "MBeanServerId"));
    }

    @Test
    void mbeansOutsideTheAllowListAreHiddenFromEverybody() {
        for (ObjectName mbean : List.of(
                DIAGNOSTIC,
                name("java.util.logging:type=Logging"),
                name("jdk.management.jfr:type=FlightRecorder"),
                name("JMImplementation:type=Other"))) {
            assertRefused(OPERATOR, new Look(mbean));
            assertRefused(OPERATOR, new Read(mbean, "Name"));
            assertRefused(OPERATOR, new Invoke(mbean, "vmLog", true));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SystemProperties", "InputArguments", "ClassPath", "BootClassPath", "LibraryPath"})
    void commandLineIsShownToNobody(String attribute) {
        assertRefused(OPERATOR, new Read(RUNTIME, attribute));
        assertAllowed(VIEWER, new Read(RUNTIME, "Uptime"));
    }

    @Test
    void aPatternCanBeLookedForButNotChanged() {
        assertAllowed(VIEWER, new Look(name("*:*")));
        assertRefused(OPERATOR, new Write(name("io.roceguard:type=RoceAccl,*"), "time_base"));
        assertRefused(OPERATOR, new Invoke(name("io.roceguard:type=RoceAccl,*"), "apply", false));
    }

    @Test
    void viewerFetchesNotificationsFromJolokiasStore() {
        ObjectName store = name("jolokia:type=NotificationStore,agent=roceguard");
        assertAllowed(VIEWER, new Invoke(store, "pull", false));
        assertRefused(NOBODY, new Invoke(store, "pull", false));
        assertRefused(OPERATOR, new Invoke(name("jolokia:type=ServerHandler,agent=roceguard"), "pull", false));
        assertRefused(OPERATOR, new Invoke(store, "drop", false));
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void nobodyCreatesOrUnregistersMBeans(Role role) {
        assertRefused(new Caller("anyone", role, "jmx"), new Manage(OURS));
    }

    private static void assertAllowed(Caller caller, MBeanRequest request) {
        assertThat(MBeanAccess.refusal(caller, request)).isEmpty();
    }

    private static void assertRefused(Caller caller, MBeanRequest request) {
        assertThat(MBeanAccess.refusal(caller, request))
                .hasValueSatisfying(text -> assertThat(text).matches("[A-Z][\\x20-\\x7e]+\\."));
    }

    private static ObjectName name(String name) {
        try {
            return new ObjectName(name);
        } catch (MalformedObjectNameException wrong) {
            throw new IllegalArgumentException(wrong);
        }
    }
}
