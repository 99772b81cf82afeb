// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.control.ControlledHost;
import io.roceguard.agent.control.QueuePairQueries;
import io.roceguard.agent.control.RegisterControl;
import io.roceguard.agent.poll.SimulatedHost;
import java.nio.file.Path;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
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
        host = SimulatedHost.withDefaults();
        controlled = new ControlledHost(host, state, List.of());
        control = controlled.control;
        beans = new MBeans(server, host.watcher, control, new QueuePairQueries(host.watcher), host.clock);
        host.watcher.listen(beans);
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
}
