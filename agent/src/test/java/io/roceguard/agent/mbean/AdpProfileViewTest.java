// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.config.DesiredStateRule;
import io.roceguard.agent.control.ControlledHost;
import io.roceguard.agent.control.QueuePairQueries;
import io.roceguard.agent.control.RegisterControl;
import io.roceguard.agent.poll.Eventually;
import io.roceguard.agent.poll.SimulatedHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdpProfileViewTest {

    private static final ObjectName NAME = Names.adpProfile("mlx5_0");
    private static final String SAMPLE = "roce_adp_retrans_en=0x1,adp_retx_profile_id=0x1,time_base=4,time_unit=1,"
            + "start_range_index=0,range_num=1,qp_total_timeout=1,timeout_init_range_size=2,timeout_init_low_bound=0,"
            + "range_size_0=0x2,range_low_bound_0=0,timeout_retry_num_0=0x1,dec_mode_0=1,prev_range_index_0=0";

    @TempDir
    private Path state;

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private SimulatedHost host;
    private ControlledHost controlled;
    private RegisterControl control;
    private MBeans beans;

    @BeforeEach
    void start() throws Exception {
        start(List.of());
    }

    private void start(List<DesiredStateRule> desired) throws Exception {
        host = SimulatedHost.withDefaults();
        controlled = new ControlledHost(host, state, desired);
        control = controlled.control;
        beans = new MBeans(server, host.watcher, control, new QueuePairQueries(host.watcher), host.clock);
        host.watcher.listen(beans);
        controlled.state.listen(beans);
        host.start();
    }

    @AfterEach
    void stop() throws Exception {
        beans.close();
        controlled.close();
    }

    private void applySample() throws Exception {
        controlled.apply(SAMPLE);
    }

    @Test
    void theActiveProfileIsShownWithItsFindingsAndItsPrediction() throws Exception {
        applySample();

        assertThat(server.getAttribute(NAME, "Status")).isEqualTo("ok");
        CompositeData profile = (CompositeData) server.getAttribute(NAME, "Profile");
        assertThat(profile.get("timeBaseMicros")).isEqualTo(4);
        assertThat(((CompositeData[]) profile.get("ranges"))[0].get("decMode")).isEqualTo("TO_DIV_2");
        CompositeData[] findings = (CompositeData[]) server.getAttribute(NAME, "Findings");
        assertThat(findings).extracting(finding -> finding.get("code")).containsExactly("W_STORM");
        CompositeData prediction = (CompositeData) server.getAttribute(NAME, "Prediction");
        assertThat(prediction.get("totalNanos")).isEqualTo(7 * (4096L << 20));
        assertThat((Long) prediction.get("retransmissionsMax")).isGreaterThan(3_000_000L);
    }

    @Test
    void otherQueuePairsArePredictedOnDemand() throws Exception {
        applySample();

        CompositeData prediction =
                (CompositeData) server.invoke(NAME, "predict", new Object[] {14, 7}, new String[] {"int", "int"});

        assertThat(prediction.get("retransmissionsMin")).isEqualTo(58_720L);
        assertThat(prediction.get("detectionMinNanos")).isEqualTo(469_764_000L);
        assertThatThrownBy(() -> server.invoke(NAME, "predict", new Object[] {32, 7}, new String[] {"int", "int"}))
                .isInstanceOf(RuntimeMBeanException.class)
                .hasMessageContaining("ack_timeout must be 0..31: 32");
    }

    @Test
    void withoutAProfileTheStatusSaysWhatIsInForce() throws Exception {
        assertThat(server.getAttribute(NAME, "Status"))
                .isEqualTo("The firmware's own timeouts are in force (profile 0), and what they are is not public.");
        assertThat(server.getAttribute(NAME, "Profile")).isNull();
        assertThat(server.getAttribute(NAME, "Prediction")).isNull();
        assertThat((CompositeData[]) server.getAttribute(NAME, "Findings")).isEmpty();
        assertThat(server.getAttribute(NAME, "AssumedAckTimeout")).isEqualTo(20);
        assertThatThrownBy(() -> server.invoke(NAME, "predict", new Object[] {14, 7}, new String[] {"int", "int"}))
                .hasMessageContaining("The firmware's own timeouts");
    }

    @Test
    void aNicThatIsPulledTakesItsProfileAlong() throws Exception {
        host.inventory.remove("mlx5_0");
        host.watcher.rescan();

        assertThat(server.isRegistered(NAME)).isFalse();
    }

    @Test
    void aProfileIsPlannedAppliedConfirmedAndRolledBackWithOpenTypesOnly() throws Exception {
        CompositeData plan = (CompositeData)
                server.invoke(NAME, "planProfile", new Object[] {"flap-1s"}, new String[] {String.class.getName()});
        CompositeData[] comparison = (CompositeData[]) plan.get("comparison");
        CompositeData after = (CompositeData) comparison[0].get("after");
        assertThat(((CompositeData) after.get("prediction")).get("surelySurvivedNanos"))
                .isEqualTo(1_019_904_000L);

        CompositeData change = apply("flap-1s", "5m", (String) plan.get("id"));
        assertThat(change.get("outcome")).isEqualTo("verified");
        assertThat((String) change.get("confirmUntil")).isNotEmpty();
        CompositeData waiting = (CompositeData) server.getAttribute(NAME, "Confirmation");
        assertThat(waiting.get("change")).isEqualTo(change.get("change"));
        assertThat((String) waiting.get("undo")).contains("roce_adp_retrans_en=0");

        assertThat((String) server.invoke(NAME, "confirm", new Object[0], new String[0]))
                .isEqualTo("Change 1 of mlx5_0 is confirmed and stays.");
        assertThat(server.getAttribute(NAME, "Confirmation")).isNull();
        CompositeData back = (CompositeData) server.invoke(NAME, "rollback", new Object[] {"", "worse"}, new String[] {
            String.class.getName(), String.class.getName()
        });
        assertThat(back.get("kind")).isEqualTo("rollback");
        assertThat((String[]) back.get("changed")).containsExactly("roce_adp_retrans_en 1 -> 0");
    }

    private CompositeData apply(String profile, String confirmWithin, String plan) throws Exception {
        String text = String.class.getName();
        return (CompositeData) server.invoke(
                NAME,
                "applyProfile",
                new Object[] {profile, "a test", null, confirmWithin, "", plan, null},
                new String[] {text, text, text, text, text, text, text});
    }

    @Test
    void aProfileIsValidatedAsTextOrByName() throws Exception {
        assertThat((CompositeData[]) server.invoke(
                        NAME, "validate", new Object[] {"long-haul"}, new String[] {String.class.getName()}))
                .isEmpty();
        assertThatThrownBy(() ->
                        server.invoke(NAME, "validate", new Object[] {"flap-1"}, new String[] {String.class.getName()}))
                .hasMessageContaining("flap-1s");
        assertThatThrownBy(() -> server.invoke(
                        NAME, "validate", new Object[] {"time_base: 4\nrange: []"}, new String[] {String.class.getName()
                        }))
                .hasMessageContaining("profile:2:1: Unknown key range. Did you mean ranges?");
    }

    @Test
    void aChangeThatIsTakenBackIsAnnounced() throws Exception {
        List<Notification> seen = new CopyOnWriteArrayList<>();
        server.addNotificationListener(NAME, (notification, handback) -> seen.add(notification), null, null);
        apply("flap-1s", "30s", "");

        host.pass(Duration.ofSeconds(30));
        controlled.tick();

        Eventually.holds("the revert is announced", () -> !seen.isEmpty());
        assertThat(seen.get(0).getType()).isEqualTo("io.roceguard.register.reverted");
        assertThat(seen.get(0).getMessage())
                .startsWith("Change 1 of mlx5_0 was taken back: not confirmed within 30 s.")
                .contains("only a reset of the firmware");
    }

    @Test
    void aDriftIsAnnouncedAndShown() throws Exception {
        stop();
        start(List.of(new DesiredStateRule(
                Pattern.compile("mlx5_0"),
                DesiredStateRule.Mode.OBSERVE,
                "desired_state[0]",
                ControlledHost.parse("roce_tx_window_en=1"),
                Set.of())));
        List<Notification> seen = new CopyOnWriteArrayList<>();
        server.addNotificationListener(NAME, (notification, handback) -> seen.add(notification), null, null);

        controlled.tick();

        Eventually.holds("the drift is announced", () -> !seen.isEmpty());
        assertThat(seen.get(0).getType()).isEqualTo("io.roceguard.register.drift");
        CompositeData desired = (CompositeData) server.getAttribute(NAME, "DesiredState");
        assertThat(desired.get("state")).isEqualTo("drifted");
        assertThat((String[]) desired.get("drift")).containsExactly("roce_tx_window_en 0 -> 1");
    }
}
