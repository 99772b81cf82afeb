// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.control.QueuePairQueries;
import io.roceguard.agent.poll.NicHealth;
import io.roceguard.agent.poll.NicSnapshot;
import io.roceguard.agent.poll.NicSnapshots;
import io.roceguard.agent.poll.QueuePairsState;
import io.roceguard.agent.poll.RegisterState;
import io.roceguard.agent.poll.SimulatedHost;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.QueuePair;
import io.roceguard.device.QueuePairCounters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueuePairsViewTest {

    private static final ObjectName NAME = Names.queuePairs("mlx5_0");
    private static final long LISTED = 1_700_000_000_000L;

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final SimulatedHost host = SimulatedHost.withDefaults();
    private QueuePairsState state = new QueuePairsState.Unknown(true, "They cannot be listed.");

    private final NicSnapshots snapshots = new NicSnapshots() {
        @Override
        public List<NicSnapshot> all() {
            return List.of(snapshot());
        }

        @Override
        public Optional<NicSnapshot> of(String nic) {
            return Optional.of(snapshot());
        }
    };

    private NicSnapshot snapshot() {
        return new NicSnapshot(
                new NicIdentity("mlx5_0", null, null, null, null, null, null, false),
                new NicHealth(true, "ok", 0, 0, 0, 0),
                List.of(),
                new RegisterState.Unknown(false, "There is none."),
                Map.of(),
                state,
                "none",
                "");
    }

    @BeforeEach
    void register() throws Exception {
        QueuePairsView view = new QueuePairsView(
                "mlx5_0", snapshots, new QueuePairQueries(host.watcher), () -> Instant.ofEpochMilli(LISTED + 1500));
        server.registerMBean(
                new DescribedMBean<>(view, QueuePairsMXBean.class, new NotificationBroadcasterSupport()), NAME);
    }

    @AfterEach
    void stop() {
        host.close();
    }

    private void listed(List<QueuePair> pairs) {
        state = new QueuePairsState.Known(pairs, List.of(), "", "netlink", LISTED, 2_500_000);
    }

    private static final List<QueuePair> SOME = List.of(
            new QueuePair(0, 1, "SMI", "RTS", null, null, "ib_core"),
            new QueuePair(1, 1, "GSI", "RTS", null, null, "ib_core"),
            new QueuePair(5, 1, "RC", "ERR", 9, null, "nvme_rdma"),
            new QueuePair(256, 1, "RC", "RTS", 300, 41000, "trainer"),
            new QueuePair(257, 1, "RC", "ERR", 301, 41000, "trainer"),
            new QueuePair(258, null, "UD", "INIT", null, 41001, "storage"),
            new QueuePair(259, 2, "RC", "ERR", 302, null, null));

    private Object get(String attribute) throws Exception {
        return server.getAttribute(NAME, attribute);
    }

    private CompositeData[] table(String attribute) throws Exception {
        return (CompositeData[]) get(attribute);
    }

    @Test
    void countsComeByStateAndTypeInOrder() throws Exception {
        listed(SOME);

        assertThat(get("Count")).isEqualTo(7L);
        assertThat(get("Status")).isEqualTo("ok");
        assertThat(get("Source")).isEqualTo("netlink");
        assertThat(get("AgeMillis")).isEqualTo(1500L);
        assertThat(get("ListingDurationMicros")).isEqualTo(2500L);
        TabularData states = (TabularData) get("CountByState");
        assertThat(states.values())
                .extracting(row -> ((CompositeData) row).get("key") + "=" + ((CompositeData) row).get("value"))
                .containsExactlyInAnyOrder("ERR=3", "INIT=1", "RTS=3");
        assertThat(((TabularData) get("CountByType")).get(new Object[] {"RC"}).get("value"))
                .isEqualTo(4L);
    }

    @Test
    void theKernelIsCountedAndNeverInError() throws Exception {
        listed(SOME);

        assertThat(get("InErrorCount")).isEqualTo(2L);
        assertThat(table("InError")).extracting(pair -> pair.get("number")).containsExactly(257, 259);
        assertThat(table("InError")[0].get("remoteNumber")).isEqualTo(301);
        assertThat(table("InError")[0].get("command")).isEqualTo("trainer");
        assertThat(table("InError")[1].get("pid")).isNull();
    }

    @Test
    void processesWithQueuePairsInErrorComeFirst() throws Exception {
        listed(SOME);

        assertThat(get("ProcessCount")).isEqualTo(5L);
        assertThat(table("Processes"))
                .extracting(owner -> owner.get("pid") + " " + owner.get("command") + " " + owner.get("queuePairs") + " "
                        + owner.get("inError"))
                .containsExactly(
                        "41000 trainer 2 1",
                        "null null 1 1",
                        "null ib_core 2 0",
                        "41001 storage 1 0",
                        "null nvme_rdma 1 0");
    }

    @Test
    void longListsAreCutAndTheirTotalIsTold() throws Exception {
        List<QueuePair> many = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            many.add(new QueuePair(i, 1, "RC", "ERR", i, 1000 + i, "worker"));
        }
        listed(many);

        assertThat(table("InError")).hasSize(1000);
        assertThat(get("InErrorCount")).isEqualTo(20_000L);
        assertThat(table("Processes")).hasSize(1000);
        assertThat(get("ProcessCount")).isEqualTo(20_000L);
        assertThat(list("", 10_000)).hasSize(10_000);
    }

    @Test
    void whatIsNotKnownIsNullAndNeverZero() throws Exception {
        for (String count : List.of(
                "Count",
                "InErrorCount",
                "ProcessCount",
                "CounterSetCount",
                "AgeMillis",
                "ListingDurationMicros",
                "CountByState",
                "CountByType")) {
            assertThat(get(count)).as(count).isNull();
        }
        assertThat(table("InError")).isEmpty();
        assertThat(get("Status")).isEqualTo("They cannot be listed.");
        assertThat(get("CounterSetsStatus")).isEqualTo("They cannot be listed.");
        assertThatThrownBy(() -> list("", 10)).hasMessageContaining("They cannot be listed.");
    }

    @Test
    void counterSetsShowTheirQueuePairsAndValues() throws Exception {
        QueuePairCounters set =
                new QueuePairCounters(3, 1, 41000, List.of(256, 257), Map.of("local_ack_timeout_err", 5L));
        state = new QueuePairsState.Known(SOME, List.of(set), "", "netlink", LISTED, 0);

        assertThat(get("CounterSetCount")).isEqualTo(1L);
        assertThat(get("CounterSetsStatus")).isEqualTo("ok");
        CompositeData shown = table("CounterSets")[0];
        assertThat((Integer[]) shown.get("queuePairs")).containsExactly(256, 257);
        assertThat(((TabularData) shown.get("values"))
                        .get(new Object[] {"local_ack_timeout_err"})
                        .get("value"))
                .isEqualTo(5L);

        state = new QueuePairsState.Known(SOME, List.of(), "The kernel has none.", "netlink", LISTED, 0);
        assertThat(get("CounterSetCount")).isNull();
        assertThat(get("CounterSetsStatus")).isEqualTo("The kernel has none.");
        assertThat(get("Status")).isEqualTo("ok");
    }

    private CompositeData[] list(String wanted, int limit) throws Exception {
        return (CompositeData[])
                server.invoke(NAME, "list", new Object[] {wanted, limit}, new String[] {String.class.getName(), "int"});
    }

    @Test
    void listIsByStateAndLimited() throws Exception {
        listed(SOME);

        assertThat(list("", 100)).extracting(pair -> pair.get("number")).containsExactly(257, 259, 0, 1, 5, 256, 258);
        assertThat(list("rts", 2)).extracting(pair -> pair.get("number")).containsExactly(0, 1);
        assertThat(list("SQD", 2)).isEmpty();
        assertThatThrownBy(() -> list("RTSS", 2))
                .isInstanceOf(RuntimeMBeanException.class)
                .hasRootCauseInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("There is no queue pair state RTSS. Did you mean RTS?");
        assertThatThrownBy(() -> list("", 0)).hasMessageContaining("limit must be 1..10000");
        assertThatThrownBy(() -> list("", 10_001)).hasMessageContaining("limit must be 1..10000");
    }

    private CompositeData timing(int number) throws Exception {
        return (CompositeData) server.invoke(NAME, "queryTiming", new Object[] {number}, new String[] {"int"});
    }

    @Test
    void timingComesFromTheHardware() throws Exception {
        host.start();

        CompositeData timing = timing(256);
        assertThat(timing.get("ackTimeout")).isEqualTo(20);
        assertThat(timing.get("ackTimeoutNanos")).isEqualTo(4_294_967_296L);
        assertThat(timing.get("retryCount")).isEqualTo(7);
        assertThat(timing.get("retriesLeft")).isEqualTo(7);
        assertThat(timing.get("rnrRetry")).isEqualTo(7);
        assertThat(timing.get("remoteNumber")).isEqualTo(0x900);
    }

    @Test
    void failuresAreExceptionsOfTheJdkWithTheSameText() {
        host.start();

        assertThatThrownBy(() -> timing(999))
                .isInstanceOf(RuntimeMBeanException.class)
                .hasRootCauseExactlyInstanceOf(IllegalStateException.class)
                .hasMessageContaining("QUERY_QP on mlx5_0 failed: the firmware refused with");
        assertThatThrownBy(() -> timing(-1)).hasMessageContaining("A QP number is 0..16777215: number=-1.");
        assertThatThrownBy(() -> timing(1 << 24)).hasMessageContaining("0..16777215");
    }

    @Test
    void refreshListsNowAndCounts() throws Exception {
        host.start();
        host.nic("mlx5_0").applications().replace(SOME);

        assertThat(server.invoke(NAME, "refresh", new Object[0], new String[0])).isEqualTo(7L);
        assertThat(((QueuePairsState.Known) host.snapshot("mlx5_0").queuePairs()).all())
                .hasSize(7);
    }

    @Test
    void whatCostsTheFirmwareSomethingIsForOperators() throws Exception {
        MBeanInfo info = server.getMBeanInfo(NAME);

        for (MBeanOperationInfo operation : info.getOperations()) {
            assertThat(operation.getImpact())
                    .as(operation.getName())
                    .isEqualTo(
                            operation.getName().equals("list")
                                    ? MBeanOperationInfo.INFO
                                    : MBeanOperationInfo.ACTION_INFO);
            assertThat(operation.getDescription()).endsWith(".");
        }
        assertThat(Arrays.stream(info.getOperations())
                        .flatMap(operation -> Arrays.stream(operation.getSignature()))
                        .map(parameter -> parameter.getName()))
                .containsExactlyInAnyOrder("number", "state", "limit");
    }

    @ParameterizedTest
    @CsvSource({"1, 8192", "14, 67108864", "20, 4294967296", "31, 8796093022208", "50, 4611686018427387904"})
    void ackTimeoutIsExact(int exponent, long nanos) {
        assertThat(QueuePairTimingView.nanos(exponent)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(ints = {51, 52, 63, 64, 84, 255})
    void ackTimeoutSaturates(int exponent) {
        assertThat(QueuePairTimingView.nanos(exponent)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void noAckTimeoutIsNoTime() {
        assertThat(QueuePairTimingView.nanos(0)).isNull();
    }
}
