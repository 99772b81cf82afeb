// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.control.ControlledHost;
import io.roceguard.agent.control.QueuePairQueries;
import io.roceguard.agent.poll.Eventually;
import io.roceguard.agent.poll.SimulatedHost;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import io.roceguard.sim.Fault;
import io.roceguard.sim.Operation;
import io.roceguard.sim.SimulatedNicSpec;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.Attribute;
import javax.management.AttributeChangeNotification;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.InvalidAttributeValueException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MBeansTest {

    private static final ObjectName ROCE_ACCL = Names.roceAccl("mlx5_0");

    @TempDir
    private Path state;

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private SimulatedHost host;
    private ControlledHost controlled;
    private MBeans beans;

    @BeforeEach
    void start() throws Exception {
        host = SimulatedHost.withDefaults();
        controlled = new ControlledHost(host, state, List.of());
        beans = new MBeans(server, host.watcher, controlled.control, new QueuePairQueries(host.watcher), host.clock);
        host.watcher.listen(beans);
        host.start();
    }

    @AfterEach
    void stop() throws Exception {
        beans.close();
        controlled.close();
    }

    private static MBeanAttributeInfo attribute(MBeanInfo info, String name) {
        return Arrays.stream(info.getAttributes())
                .filter(attribute -> attribute.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyRegisterFieldIsALongAttributeWithUnitRangeAndPosition() throws Exception {
        MBeanInfo info = server.getMBeanInfo(ROCE_ACCL);

        for (RegisterField field : RoceAccl.FIELDS) {
            MBeanAttributeInfo attribute = attribute(info, field.name());
            assertThat(attribute.getType()).isEqualTo("long");
            assertThat(attribute.getDescriptor().getFieldValue("maxValue")).isEqualTo((long) field.max());
            assertThat(attribute.getDescriptor().getFieldValue("units")).isEqualTo(field.unit());
            assertThat(attribute.getDescriptor().getFieldValue("access"))
                    .isEqualTo(field.access().name());
            assertThat(server.getAttribute(ROCE_ACCL, field.name())).isInstanceOf(Long.class);
        }
    }

    @Test
    void writableIsWhatTheDeviceSaysIsConfigurable() throws Exception {
        MBeanInfo info = server.getMBeanInfo(ROCE_ACCL);

        assertThat(attribute(info, "roce_adp_retrans_en").isWritable()).isTrue();
        assertThat(attribute(info, "adp_retx_profile_max_id").isWritable()).isFalse();
        assertThat(attribute(info, "roce_adp_retrans_field_select").isWritable())
                .isFalse();
        assertThat(attribute(info, "cc_per_plane_en").isWritable()).isFalse();
        assertThat(attribute(info, "cc_per_plane_en").getDescription())
                .contains("Not writable: cc_per_plane_en_field_select reads 0");
    }

    @Test
    void settingAnAttributeSetsItOnTheDevice() throws Exception {
        server.setAttribute(ROCE_ACCL, new Attribute("roce_adp_retrans_en", 0L));

        assertThat(host.nic("mlx5_0").register().get(0).get("roce_adp_retrans_en"))
                .isZero();
        assertThat(server.getAttribute(ROCE_ACCL, "roce_adp_retrans_en")).isEqualTo(0L);
        assertThat(server.getAttribute(Names.nic("mlx5_0"), "AdpMode")).isEqualTo("off");
    }

    @Test
    void refusalsSayWhy() {
        assertThatThrownBy(() -> set("adp_retx_profile_max_id", 2L))
                .isInstanceOf(InvalidAttributeValueException.class)
                .hasMessageContaining("read-only");
        assertThatThrownBy(() -> set("cc_per_plane_en", 1L))
                .isInstanceOf(InvalidAttributeValueException.class)
                .hasMessageContaining("cc_per_plane_en_field_select reads 0");
        assertThatThrownBy(() -> set("roce_adp_retrans_en", 2L))
                .isInstanceOf(InvalidAttributeValueException.class)
                .hasMessageContaining("0..1");
        assertThatThrownBy(() -> set("roce_adp_retrans_en", "on"))
                .isInstanceOf(InvalidAttributeValueException.class)
                .hasMessageContaining("whole number");
        assertThatThrownBy(() -> set("roce_adp_retrans_enn", 1L))
                .isInstanceOf(AttributeNotFoundException.class)
                .hasMessageContaining("Did you mean roce_adp_retrans_en?");
        assertThatThrownBy(() -> set("time_base", 4L))
                .isInstanceOf(InvalidAttributeValueException.class)
                .hasMessageContaining("Profile 0 is the firmware's own");
    }

    private void set(String name, Object value) throws Exception {
        server.setAttribute(ROCE_ACCL, new Attribute(name, value));
    }

    @Test
    void severalAttributesAreSetTogetherOrNotAtAll() throws Exception {
        AttributeList both = new AttributeList(
                List.of(new Attribute("roce_tx_window_en", 1L), new Attribute("adp_retx_profile_max_id", 2L)));

        assertThat(server.setAttributes(ROCE_ACCL, both)).isEmpty();
        assertThat(server.getAttribute(ROCE_ACCL, "roce_tx_window_en")).isEqualTo(0L);
    }

    @Test
    void applyReturnsOpenDataAndVerifies() throws Exception {
        CompositeData result = (CompositeData) server.invoke(
                ROCE_ACCL, "apply", new Object[] {"roce_tx_window_en=1"}, new String[] {String.class.getName()});

        assertThat(result.get("outcome")).isEqualTo("verified");
        assertThat((String[]) result.get("changed")).containsExactly("roce_tx_window_en 0 -> 1");
        assertThat((String[]) result.get("selects")).containsExactly("roce_tx_window_field_select");
        assertThat(result.get("caller")).isEqualTo("local via local");
    }

    @Test
    void planDescribesTheChangeAndLeavesTheDeviceAlone() throws Exception {
        CompositeData result = (CompositeData) server.invoke(
                ROCE_ACCL, "plan", new Object[] {"roce_tx_window_en=1"}, new String[] {String.class.getName()});

        assertThat((String) result.get("id")).matches("[0-9a-f]{16}");
        assertThat((String[]) result.get("changed")).containsExactly("roce_tx_window_en 0 -> 1");
        assertThat(((String[]) result.get("words"))[0]).isEqualTo("0x00000002");
        assertThat(server.getAttribute(ROCE_ACCL, "roce_tx_window_en")).isEqualTo(0L);
    }

    @Test
    void operationsNameTheirParametersAndSayWhetherTheyChangeSomething() throws Exception {
        Set<String> informing =
                Set.of("plan", "planFor", "planProfile", "planProfileFor", "planRollback", "validate", "predict");
        for (ObjectName bean : List.of(ROCE_ACCL, Names.adpProfile("mlx5_0"))) {
            for (MBeanOperationInfo operation : server.getMBeanInfo(bean).getOperations()) {
                assertThat(operation.getDescription()).endsWith(".").isNotEqualTo(operation.getName());
                boolean changes = !informing.contains(operation.getName());
                assertThat(operation.getImpact())
                        .as(operation.getName())
                        .isEqualTo(changes ? MBeanOperationInfo.ACTION_INFO : MBeanOperationInfo.INFO);
                Arrays.stream(operation.getSignature())
                        .forEach(parameter -> assertThat(parameter.getName())
                                .isIn(
                                        "assignments",
                                        "profile",
                                        "reason",
                                        "accept",
                                        "confirmWithin",
                                        "guard",
                                        "plan",
                                        "request",
                                        "to",
                                        "ackTimeout",
                                        "retryCount"));
            }
        }
    }

    @Test
    void everyAttributeOfEveryBeanIsDescribedAndReadable() throws Exception {
        for (ObjectName name : server.queryNames(new ObjectName("io.roceguard:*"), null)) {
            MBeanInfo info = server.getMBeanInfo(name);
            assertThat(info.getDescription()).endsWith(".");
            for (MBeanAttributeInfo attribute : info.getAttributes()) {
                assertThat(attribute.getDescription())
                        .as(name + " " + attribute.getName())
                        .contains(" ");
                assertThat(attribute.getDescription()).matches("\\p{ASCII}+");
                server.getAttribute(name, attribute.getName());
            }
        }
    }

    @Test
    void aChangeMadeBySomebodyElseIsAnnounced() throws Exception {
        List<Notification> seen = new CopyOnWriteArrayList<>();
        server.addNotificationListener(ROCE_ACCL, (notification, handback) -> seen.add(notification), null, null);

        host.nic("mlx5_0")
                .register()
                .set(RegisterImage.zero().with(RoceAccl.field("roce_adp_retrans_field_select"), 1));
        host.poll();

        Eventually.holds("two notifications came", () -> seen.size() == 2);
        AttributeChangeNotification field = (AttributeChangeNotification) seen.get(0);
        assertThat(field.getAttributeName()).isEqualTo("roce_adp_retrans_en");
        assertThat(field.getOldValue()).isEqualTo(1L);
        assertThat(field.getNewValue()).isEqualTo(0L);
        assertThat(seen.get(1).getType()).isEqualTo("io.roceguard.register.changed");
        CompositeData data = (CompositeData) seen.get(1).getUserData();
        assertThat((String[]) data.get("changed")).containsExactly("roce_adp_retrans_en 1 -> 0");
    }

    @Test
    void aChangeAcrossAFailedReadingIsAnnounced() throws Exception {
        List<Notification> seen = new CopyOnWriteArrayList<>();
        server.addNotificationListener(ROCE_ACCL, (notification, handback) -> seen.add(notification), null, null);
        host.nic("mlx5_0").faults().failNext(1, new Fault.Busy(), Operation.GET_REGISTER);
        host.poll();

        host.nic("mlx5_0")
                .register()
                .set(RegisterImage.zero().with(RoceAccl.field("roce_adp_retrans_field_select"), 1));
        host.poll();

        Eventually.holds("two notifications came", () -> seen.size() == 2);
    }

    @Test
    void countersComeWithRatesUnitsAndBytes() throws Exception {
        host.poll();
        ObjectName counters = Names.counters("mlx5_0", 1);

        long words = (Long) server.getAttribute(counters, "port_rcv_data");
        assertThat(server.getAttribute(counters, "port_rcv_data_bytes")).isEqualTo(4 * words);
        assertThat((Double) server.getAttribute(counters, "rx_write_requests_per_second"))
                .isPositive();
        MBeanAttributeInfo data = attribute(server.getMBeanInfo(counters), "port_rcv_data_bytes");
        assertThat(data.getDescriptor().getFieldValue("units")).isEqualTo("bytes");
        assertThatThrownBy(() -> server.getAttribute(counters, "local_ack_timeout_er"))
                .isInstanceOf(AttributeNotFoundException.class)
                .hasMessageContaining("Did you mean local_ack_timeout_err?");
    }

    @Test
    void settingsHaveNoRate() throws Exception {
        assertThat(Arrays.stream(
                                server.getMBeanInfo(Names.counters("mlx5_0", 1)).getAttributes())
                        .map(MBeanAttributeInfo::getName))
                .contains("lifespan")
                .doesNotContain("lifespan_per_second");
    }

    @Test
    void aNicWithoutRegisterShowsNullAndTheReason() throws Exception {
        host.inventory.add(SimulatedNicSpec.of("mlx5_2", "vf", 1));
        host.watcher.rescan();
        Eventually.holds(
                "the VF was polled", () -> host.snapshot("mlx5_2").health().polls() > 0);
        ObjectName vf = Names.roceAccl("mlx5_2");

        assertThat(server.getAttribute(vf, "roce_adp_retrans_en")).isNull();
        assertThat((String) server.getAttribute(vf, "Status"))
                .isNotEqualTo("ok")
                .endsWith(".");
        assertThat(attribute(server.getMBeanInfo(vf), "roce_adp_retrans_en").isWritable())
                .isFalse();
    }

    @Test
    void theBeansOfAVanishedNicGo() throws Exception {
        host.inventory.remove("mlx5_1");
        host.watcher.rescan();

        assertThat(server.queryNames(new ObjectName("io.roceguard:*,nic=mlx5_1"), null))
                .isEmpty();
        assertThat(server.isRegistered(Names.nic("mlx5_1"))).isFalse();
        assertThat(server.isRegistered(Names.nic("mlx5_0"))).isTrue();
    }

    @Test
    void aNicThatIsRenamedMovesItsBeansAndSaysSo() throws Exception {
        DaemonMXBean daemon = (DaemonMXBean) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DaemonMXBean.class}, (proxy, method, arguments) -> null);
        beans.register(daemon);
        List<Notification> seen = new CopyOnWriteArrayList<>();
        server.addNotificationListener(Names.daemon(), (notification, handback) -> seen.add(notification), null, null);

        host.inventory.rename("mlx5_0", "rocep1s0");
        host.watcher.rescan();

        assertThat(server.isRegistered(Names.nic("mlx5_0"))).isFalse();
        assertThat(server.isRegistered(Names.queuePairs("mlx5_0"))).isFalse();
        assertThat(server.isRegistered(Names.nic("rocep1s0"))).isTrue();
        assertThat(server.isRegistered(Names.queuePairs("rocep1s0"))).isTrue();
        Eventually.holds("both notifications came", () -> seen.size() == 2);
        assertThat(seen)
                .extracting(Notification::getType)
                .containsExactly("io.roceguard.nic.removed", "io.roceguard.nic.added");
        assertThat(seen)
                .extracting(Notification::getMessage)
                .containsExactly("mlx5_0 is now called rocep1s0.", "rocep1s0 is the new name of mlx5_0.");
        assertThat(((CompositeData) seen.get(0).getUserData()).get("renamedTo")).isEqualTo("rocep1s0");
        assertThat(((CompositeData) seen.get(1).getUserData()).get("renamedFrom"))
                .isEqualTo("mlx5_0");
    }

    @Test
    void theNicSaysByWhichWayItsRegisterAndItsCountersAreRead() throws Exception {
        assertThat(server.getAttribute(Names.nic("mlx5_0"), "RegisterAccessPath"))
                .isEqualTo("simulated firmware");
        assertThat(server.getAttribute(Names.nic("mlx5_0"), "RegisterAccessReason"))
                .isEqualTo("");
        assertThat(server.getAttribute(Names.nic("mlx5_0"), "CounterSource")).isEqualTo("simulation");
        assertThat((CompositeData[]) server.getAttribute(Names.nic("mlx5_0"), "Ports"))
                .isNotEmpty()
                .allSatisfy(port -> assertThat(port.get("counterSource")).isEqualTo("simulation"));
    }

    @Test
    void aNicThatHangsIsReadableAndSaysForHowLong() throws Exception {
        host.nic("mlx5_0").faults().set(new Fault.Hang(), Operation.GET_REGISTER);
        host.tick();
        assertThat(host.nic("mlx5_0").faults().awaitHanging(1, Duration.ofSeconds(5)))
                .isTrue();
        host.awaitIdle("mlx5_1");
        host.pass(Duration.ofSeconds(42));
        host.tick();

        assertThat(server.getAttribute(Names.nic("mlx5_0"), "State")).isEqualTo("unreachable (call pending 42 s)");
        assertThat(server.getAttribute(ROCE_ACCL, "roce_adp_retrans_en")).isEqualTo(1L);
        assertThat(server.getAttribute(Names.queuePairs("mlx5_0"), "Count")).isEqualTo(6L);
        assertThat(server.getAttribute(Names.nic("mlx5_1"), "State")).isEqualTo("ok");
        assertThatThrownBy(() -> server.invoke(
                        Names.queuePairs("mlx5_0"), "queryTiming", new Object[] {256}, new String[] {"int"}))
                .hasMessageContaining("call pending 42 s");
    }

    @Test
    void namesWithReservedCharactersAreQuoted() {
        assertThat(Names.nic("a,b=c").getCanonicalName()).isEqualTo("io.roceguard:name=\"a,b=c\",type=Nic");
    }
}
