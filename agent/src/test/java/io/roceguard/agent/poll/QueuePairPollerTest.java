// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.device.NicException;
import io.roceguard.device.PortInfo;
import io.roceguard.device.QueuePair;
import io.roceguard.device.QueuePairCounters;
import io.roceguard.sim.SimulatedInventory;
import io.roceguard.sim.SimulatedNicSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QueuePairPollerTest {

    private static final Duration INTERVAL = Duration.ofSeconds(30);
    private static final QueuePair PAIR = new QueuePair(256, 1, "RC", "RTS", 300, 41000, "trainer");

    /** Near its end, where a comparison instead of a difference goes wrong. */
    private final AtomicLong nanos =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(45).toNanos());

    private FakeQueuePairs nic;
    private List<PortInfo> ports;
    private QueuePairPoller poller;
    private QueuePairsState state = QueuePairPoller.atFirst(INTERVAL);

    @BeforeEach
    void start() throws Exception {
        SimulatedInventory inventory =
                new SimulatedInventory(List.of(SimulatedNicSpec.of("mlx5_0", "cx7-2025-07", 2)), "calm", 1, () -> 0);
        nic = new FakeQueuePairs(inventory.nic("mlx5_0"));
        nic.pairs = List.of(PAIR);
        ports = nic.readPorts();
        poller = poller(INTERVAL);
    }

    private QueuePairPoller poller(Duration interval) {
        return new QueuePairPoller(nic, interval, () -> Instant.ofEpochMilli(1_700_000_000_000L), nanos::get);
    }

    /** A poll each second, for so long. */
    private void pollFor(Duration duration) {
        for (long second = 0; second < duration.toSeconds(); second++) {
            state = poller.poll(state, ports);
            nanos.addAndGet(1_000_000_000);
        }
    }

    @Test
    void theFirstPollListsAndTheNextListingIsAnIntervalLater() {
        pollFor(Duration.ofSeconds(30));
        assertThat(nic.listings).isEqualTo(1);
        assertThat(state)
                .isEqualTo(new QueuePairsState.Known(List.of(PAIR), List.of(), "", "fake", 1_700_000_000_000L, 0));

        pollFor(Duration.ofSeconds(60));
        assertThat(nic.listings).isEqualTo(3);
    }

    @Test
    void aListingTakesAtMostATwentiethOfTheTime() {
        nic.whileListing = () -> nanos.addAndGet(Duration.ofSeconds(3).toNanos());
        pollFor(Duration.ofSeconds(57));
        assertThat(nic.listings).isEqualTo(1);
        assertThat(((QueuePairsState.Known) state).durationNanos())
                .isEqualTo(Duration.ofSeconds(3).toNanos());

        pollFor(Duration.ofSeconds(1));
        assertThat(nic.listings).isEqualTo(2);
    }

    @Test
    void aListingThatFailsHasItsCostToo() {
        nic.failure = new NicException.Timeout("mlx5_0", "RES_QP_GET", "no answer", "Look at the kernel log.");
        nic.whileListing = () -> nanos.addAndGet(Duration.ofSeconds(3).toNanos());
        pollFor(Duration.ofSeconds(57));

        assertThat(nic.listings).isEqualTo(1);
        assertThat(state).isEqualTo(new QueuePairsState.Unknown(true, nic.failure.getMessage()));
    }

    @Test
    void offListsOnlyWhenAsked() throws Exception {
        poller = poller(null);
        state = QueuePairPoller.atFirst(null);
        pollFor(Duration.ofHours(1));

        assertThat(nic.listings).isZero();
        assertThat(state).isInstanceOf(QueuePairsState.Unknown.class);
        assertThat(((QueuePairsState.Unknown) state).failed()).isFalse();
        assertThat(poller.list(ports).all()).containsExactly(PAIR);
    }

    @Test
    void aListingOnDemandPutsOffTheNext() throws Exception {
        pollFor(Duration.ofSeconds(20));
        poller.list(ports);
        pollFor(Duration.ofSeconds(30));
        assertThat(nic.listings).isEqualTo(2);

        pollFor(Duration.ofSeconds(1));
        assertThat(nic.listings).isEqualTo(3);
    }

    @Test
    void notSupportedIsAStateThatIsLookedAtRarelyAndNotLogged() {
        nic.failure = new NicException.NotSupported("mlx5_0", "RES_QP_GET", "no RDMA netlink", "Use a newer kernel.");
        try (Logged logged = new Logged(QueuePairPoller.class.getPackage())) {
            pollFor(Duration.ofHours(2));

            assertThat(state).isEqualTo(new QueuePairsState.Unknown(false, nic.failure.getMessage()));
            assertThat(nic.listings).isBetween(4, 14);
            assertThat(logged.with("mlx5_0")).isEmpty();
        }
    }

    @Test
    void aFailureThatStaysIsLoggedOnceAndEndsWithASuccess() {
        nic.failure = new NicException.Denied("mlx5_0", "RES_QP_GET", "EPERM", "Run the daemon as root.");
        try (Logged logged = new Logged(QueuePairPoller.class.getPackage())) {
            pollFor(Duration.ofHours(2));
            assertThat(logged.with("EPERM")).hasSize(1);

            nic.failure = null;
            pollFor(Duration.ofHours(1));
            assertThat(state).isInstanceOf(QueuePairsState.Known.class);
            int before = nic.listings;
            pollFor(INTERVAL);
            assertThat(nic.listings).isEqualTo(before + 1);
        }
    }

    @Test
    void whatPassesByItselfIsTriedAgainEachMinute() {
        nic.failure = new NicException.Unreachable("mlx5_0", "RES_QP_GET", "ENXIO", "Wait for the reset to end.");
        pollFor(Duration.ofHours(1));
        int before = nic.listings;
        pollFor(Duration.ofMinutes(10));

        assertThat(nic.listings - before).isBetween(9, 11);
    }

    @Test
    void counterSetsOfAllPortsComeWithTheList() {
        nic.sets = List.of(set(7, 2), set(3, 1));
        pollFor(Duration.ofSeconds(1));

        assertThat(((QueuePairsState.Known) state).sets())
                .extracting(QueuePairCounters::id)
                .containsExactly(3, 7);
    }

    private static QueuePairCounters set(int id, int port) {
        return new QueuePairCounters(id, port, null, List.of(256), Map.of("local_ack_timeout_err", 5L));
    }

    @Test
    void withoutCounterSetsTheListIsStillThere() {
        nic.setsFailure = new NicException.NotSupported("mlx5_0", "STAT_GET", "EOPNOTSUPP", "Ignore it.");
        pollFor(Duration.ofSeconds(1));

        QueuePairsState.Known known = (QueuePairsState.Known) state;
        assertThat(known.all()).containsExactly(PAIR);
        assertThat(known.sets()).isEmpty();
        assertThat(known.setsProblem()).contains("EOPNOTSUPP");
    }

    @Test
    void theListOfASnapshotDoesNotChange() {
        List<QueuePair> growing = new ArrayList<>(List.of(PAIR));
        nic.pairs = growing;
        pollFor(Duration.ofSeconds(1));
        growing.clear();

        assertThat(((QueuePairsState.Known) state).all()).containsExactly(PAIR);
    }

    @Test
    void onlyApplicationsHaveQueuePairsInError() {
        QueuePair lost = new QueuePair(257, 1, "RC", "ERR", 301, 41000, "trainer");
        QueuePair ofAnInvisibleOwner = new QueuePair(258, 1, "RC", "ERR", 302, null, null);
        nic.pairs = List.of(
                new QueuePair(0, 1, "SMI", "ERR", null, null, "ib_core"),
                new QueuePair(1, 1, "GSI", "ERR", null, null, null),
                new QueuePair(2, 1, "RC", "ERR", 9, null, "nvme_rdma"),
                PAIR,
                lost,
                ofAnInvisibleOwner);
        pollFor(Duration.ofSeconds(1));

        assertThat(((QueuePairsState.Known) state).inError()).containsExactly(lost, ofAnInvisibleOwner);
    }
}
