// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.jr.ob.JSON;

/** Changes that are planned, made, confirmed and taken back: by command line, HTTP and JMX, from outside. */
@SuppressWarnings("BanJNDI") // the connector of the JDK, to our own loopback port
class ControlIT {

    private static final String NIC = "mlx5_0";
    private static final List<String> NICS = List.of("mlx5_0", "mlx5_1");

    @TempDir
    private Path directory;

    private PackagedDaemon daemon;

    @AfterEach
    void stop() {
        daemon.close();
    }

    /** Two NICs that take profiles, and nothing lost on them. */
    private void start() throws Exception {
        Path config = Files.writeString(directory.resolve("roceguard.yaml"), """
                state_directory: %s
                simulation:
                  scenario: calm
                  nics:
                    - {name: mlx5_0, preset: cx7-2025-07, ports: 1}
                    - {name: mlx5_1, preset: cx7-2025-07, ports: 1}
                """.formatted(directory.resolve("state")));
        daemon = PackagedDaemon.start(
                directory, "--config", config.toString(), "--sim", "--port", "0", "--jmx-port", "0");
    }

    @Test
    void everyCommandOfTheGuideWorks() throws Exception {
        daemon = PackagedDaemon.simulated(directory);
        Path guide = Path.of(System.getProperty("roceguard.home")).normalize().resolve("doc/control.md");

        List<DocumentedCommands.Result> results = DocumentedCommands.of(guide).run(directory, daemon);

        assertThat(results).allMatch(result -> result.exitCode() == 0);
        assertThat(results)
                .filteredOn(DocumentedCommands.Result::isCurl)
                .hasSizeGreaterThan(8)
                .allSatisfy(result -> {
                    int end = result.stdout().lastIndexOf('\n');
                    assertThat(result.stdout().substring(end + 1)).isEqualTo("200");
                    assertThat(JSON.std.mapFrom(result.stdout().substring(0, end)))
                            .containsEntry("status", 200);
                });
        assertThat(results)
                .filteredOn(result -> result.command().startsWith("roceguard "))
                .hasSizeGreaterThan(8)
                .allSatisfy(result -> assertThat(result.stderr()).isEmpty());
    }

    @Test
    void twoHundredChangesAtOnceAreMadeOneAfterAnother() throws Exception {
        start();
        try (JMXConnector connector = connect("operator", daemon.operatorToken())) {
            MBeanServerConnection server = connector.getMBeanServerConnection();
            Map<String, Map<String, Long>> expected = new TreeMap<>();
            for (String nic : NICS) {
                profile(server, nic, "applyProfile", "flap-1s", "", "", "", "", "", "before");
                expected.put(nic, register(server, nic));
            }
            ChangeLoad load = new ChangeLoad(daemon, server, directory);
            for (int i = 0; i < 200; i++) {
                // Each NIC gets every kind of assignments by every way.
                ChangeLoad.Change change =
                        new ChangeLoad.Change("load-" + i, NICS.get(i % 2), assignments(i / 2 % 4, i / 8));
                if (i < 90) {
                    load.byHttp(change);
                } else if (i < 180) {
                    load.byJmx(change);
                } else {
                    load.byCommandLine(change);
                }
            }

            List<ChangeLoad.Answer> answers = load.run();

            assertThat(answers)
                    .hasSize(200)
                    .allSatisfy(
                            answer -> assertThat(answer.told()).as("%s", answer).isEqualTo("verified"));
            List<CompositeData> history = history(server);
            assertThat(history.stream().map(change -> change.get("request")))
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                    Stream.of("before", "before"),
                                    answers.stream()
                                            .map(answer -> answer.change().request()))
                            .toList());
            assertThat(history).allMatch(change -> change.get("outcome").equals("verified"));
            for (String nic : NICS) {
                List<CompositeData> ofNic = history.stream()
                        .filter(change -> change.get("nic").equals(nic))
                        .toList();
                assertOneAfterAnother(ofNic);
                assertThat(register(server, nic)).isEqualTo(replayed(ofNic, expected.get(nic)));
            }
        }
    }

    /** Different fields of one profile, which is rewritten whole, so that a lost update would show. */
    private static String assignments(int kind, int value) {
        return switch (kind) {
            case 0 -> "adp_retx_profile_id=1,retx_total_timeout=" + (18 + value % 3);
            case 1 -> "adp_retx_profile_id=1,time_base=" + (4 << value % 2);
            case 2 -> "roce_tx_window_en=" + value % 2;
            default -> "adp_retx_profile_id=1,timeout_retry_num_1=" + (3 + value % 3);
        };
    }

    private static void assertOneAfterAnother(List<CompositeData> changes) {
        for (int i = 1; i < changes.size(); i++) {
            CompositeData before = changes.get(i - 1);
            long end = (Long) before.get("begunMillis") + (Long) before.get("durationMillis");
            assertThat((Long) changes.get(i).get("begunMillis"))
                    .as("the begin of change %s", changes.get(i).get("change"))
                    .isGreaterThanOrEqualTo(end);
        }
    }

    private static Map<String, Long> replayed(List<CompositeData> changes, Map<String, Long> before) {
        Map<String, Long> state = new TreeMap<>(before);
        for (CompositeData change : changes) {
            for (String assignment : ((String) change.get("assignments")).split(",", -1)) {
                String[] sides = assignment.split("=", -1);
                state.put(sides[0], Long.valueOf(sides[1]));
            }
        }
        return state;
    }

    @Test
    void aJmxClientWithoutOurClassesPlansConfirmsAndGoesBack() throws Exception {
        start();
        assertThatThrownBy(() -> Class.forName("io.roceguard.agent.mbean.ChangeView"))
                .isInstanceOf(ClassNotFoundException.class);
        try (JMXConnector connector = connect("operator", daemon.operatorToken())) {
            MBeanServerConnection server = connector.getMBeanServerConnection();
            assertOpenTypesOnly(server);

            CompositeData plan = profile(server, NIC, "planProfile", "flap-1s");
            CompositeData applied = profile(
                    server, NIC, "applyProfile", "flap-1s", "why", "", "5m", "all", (String) plan.get("id"), "once");

            assertThat(applied.get("outcome")).isEqualTo("verified");
            assertThat(applied.get("confirmUntil")).asString().endsWith("Z");
            assertThat(applied.get("caller")).isEqualTo("operator via jmx");
            CompositeData waiting = (CompositeData) server.getAttribute(bean("AdpProfile", NIC), "Confirmation");
            assertThat(waiting.get("change")).isEqualTo(applied.get("change"));
            assertThat(waiting.get("guard")).isEqualTo("retry_exc,spurious,ratio");
            assertThat((Long) waiting.get("remainingMillis")).isBetween(1L, 300_000L);
            assertThatThrownBy(() -> profile(server, NIC, "applyProfile", "flap-10s", "", "", "", "", "", ""))
                    .hasStackTraceContaining("waits for its confirmation");

            assertThat(server.invoke(bean("AdpProfile", NIC), "confirm", null, null))
                    .isEqualTo("Change " + applied.get("change") + " of mlx5_0 is confirmed and stays.");
            assertThat(server.getAttribute(bean("AdpProfile", NIC), "Confirmation"))
                    .isNull();
            CompositeData repeated = profile(
                    server, NIC, "applyProfile", "flap-1s", "why", "", "5m", "all", (String) plan.get("id"), "once");
            assertThat(repeated.get("repeated")).isEqualTo(true);

            CompositeData back = profile(server, NIC, "planRollback", "");
            CompositeData undone = profile(server, NIC, "rollback", "", "not any more");
            assertThat((String[]) undone.get("changed")).isEqualTo(back.get("changed"));
            assertThat(undone.get("kind")).isEqualTo("rollback");
            assertThat(server.getAttribute(bean("RoceAccl", NIC), "roce_adp_retrans_en"))
                    .isEqualTo(0L);
            assertThat(history(server).stream().map(change -> change.get("kind") + " " + change.get("reason")))
                    .containsExactly("apply why", "rollback not any more");
        }
    }

    private static void assertOpenTypesOnly(MBeanServerConnection server) throws Exception {
        for (ObjectName name :
                List.of(bean("AdpProfile", NIC), bean("RoceAccl", NIC), new ObjectName("io.roceguard:type=Daemon"))) {
            MBeanInfo info = server.getMBeanInfo(name);
            List<String> types = new ArrayList<>();
            for (MBeanAttributeInfo attribute : info.getAttributes()) {
                types.add(attribute.getType());
            }
            for (MBeanOperationInfo operation : info.getOperations()) {
                types.add(operation.getReturnType());
                for (MBeanParameterInfo parameter : operation.getSignature()) {
                    types.add(parameter.getType());
                }
            }
            assertThat(types)
                    .allMatch(type -> type.matches(
                            "(\\[L)?javax?\\.(lang|management\\.openmbean)\\..*|int|long|double|boolean|void"));
        }
    }

    @Test
    void whatWaitsForItsConfirmationOutlivesTheDaemon() throws Exception {
        start();
        setWaitingForConfirmation();

        daemon.terminate();
        start();

        try (JMXConnector connector = connect("operator", daemon.operatorToken())) {
            MBeanServerConnection server = connector.getMBeanServerConnection();
            CompositeData waiting = (CompositeData) server.getAttribute(bean("AdpProfile", NIC), "Confirmation");
            assertThat(waiting.get("change")).isEqualTo(1L);
            assertThat((Long) waiting.get("remainingMillis")).isBetween(1L, 299_000L);
            assertThat(server.invoke(bean("AdpProfile", NIC), "confirm", null, null))
                    .isEqualTo("Change 1 of mlx5_0 is confirmed and stays.");
        }
    }

    @Test
    void aViewerMayPlanAndNotChange() throws Exception {
        start();
        String viewer = daemon.viewerToken();
        setWaitingForConfirmation();
        try (JMXConnector connector = connect("viewer", viewer)) {
            MBeanServerConnection server = connector.getMBeanServerConnection();

            assertThat(profile(server, NIC, "planProfile", "flap-10s").get("id"))
                    .asString()
                    .hasSize(16);
            assertThat(profile(server, NIC, "planRollback", "").get("obstacle")).isEqualTo("");
            assertThat(server.invoke(bean("AdpProfile", NIC), "validate", new Object[] {"flap-10s"}, strings(1)))
                    .isInstanceOf(CompositeData[].class);
            assertThat(history(server)).hasSize(1);
            assertRefused(() -> profile(server, NIC, "applyProfile", "flap-10s", "", "", "", "", "", ""));
            assertRefused(() -> server.invoke(bean("AdpProfile", NIC), "confirm", null, null));
            assertRefused(() -> profile(server, NIC, "rollback", "", ""));
        }
        assertThat(jolokia(viewer, "AdpProfile", "planProfile", "flap-10s")).containsEntry("status", 200);
        assertThat(jolokia(viewer, "AdpProfile", "validate", "flap-10s")).containsEntry("status", 200);
        assertThat(jolokia(viewer, "RoceAccl", "plan", "roce_tx_window_en=1")).containsEntry("status", 200);
        assertThat(jolokia(viewer, "AdpProfile", "applyProfile", "flap-10s", "", "", "", "", "", ""))
                .containsEntry("status", 403);
        assertThat(jolokia(viewer, "AdpProfile", "confirm")).containsEntry("status", 403);
        assertThat(jolokia(viewer, "AdpProfile", "rollback", "", "")).containsEntry("status", 403);
    }

    private void setWaitingForConfirmation() throws Exception {
        assertThat(jolokia(
                        daemon.operatorToken(), "AdpProfile", "applyProfile", "flap-1s", "", "", "5m", "", "", "first"))
                .containsEntry("status", 200);
    }

    private static void assertRefused(ThrowingCallable change) {
        assertThatThrownBy(change)
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("needs the role operator");
    }

    private JMXConnector connect(String user, String password) throws IOException {
        return JMXConnectorFactory.connect(
                new JMXServiceURL(daemon.jmxUrl()), Map.of(JMXConnector.CREDENTIALS, new String[] {user, password}));
    }

    private static ObjectName bean(String type, String nic) throws Exception {
        return new ObjectName("io.roceguard:type=" + type + ",nic=" + nic);
    }

    private static String[] strings(int count) {
        return Collections.nCopies(count, "java.lang.String").toArray(String[]::new);
    }

    private static CompositeData profile(
            MBeanServerConnection server, String nic, String operation, String... arguments) throws Exception {
        return (CompositeData) server.invoke(bean("AdpProfile", nic), operation, arguments, strings(arguments.length));
    }

    private Map<String, Object> jolokia(String token, String type, String operation, String... arguments)
            throws Exception {
        String json = JSON.std.asString(Map.of(
                "type",
                "exec",
                "mbean",
                "io.roceguard:type=" + type + ",nic=" + NIC,
                "operation",
                operation,
                "arguments",
                arguments));
        return JSON.std.mapFrom(daemon.jolokia(token, json).body());
    }

    /** All changes, oldest first. */
    private static List<CompositeData> history(MBeanServerConnection server) throws Exception {
        CompositeData[] changes = (CompositeData[]) server.invoke(
                new ObjectName("io.roceguard:type=Daemon"), "history", new Object[] {"", 10_000}, new String[] {
                    "java.lang.String", "int"
                });
        return Arrays.stream(changes)
                .sorted(Comparator.comparing(change -> (Long) change.get("change")))
                .toList();
    }

    /** Every field of the register, as the NIC holds it now. */
    private static Map<String, Long> register(MBeanServerConnection server, String nic) throws Exception {
        server.invoke(bean("RoceAccl", nic), "refresh", null, null);
        Map<String, Long> fields = new TreeMap<>();
        String[] names = Arrays.stream(
                        server.getMBeanInfo(bean("RoceAccl", nic)).getAttributes())
                .map(attribute -> attribute.getName())
                .filter(name -> Character.isLowerCase(name.charAt(0)))
                .toArray(String[]::new);
        server.getAttributes(bean("RoceAccl", nic), names)
                .asList()
                .forEach(attribute -> fields.put(attribute.getName(), (Long) attribute.getValue()));
        return fields;
    }
}
