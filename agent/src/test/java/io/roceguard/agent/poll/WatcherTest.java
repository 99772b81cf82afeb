// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.counter.CounterValue;
import io.roceguard.device.NicException;
import io.roceguard.register.AdpMode;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import io.roceguard.sim.Fault;
import io.roceguard.sim.Operation;
import io.roceguard.sim.SimulatedNicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WatcherTest {

    @Test
    void firstPollShowsPortsRegisterAndCounters() {
        try (SimulatedHost host = SimulatedHost.withDefaults().start()) {
            NicSnapshot nic = host.snapshot("mlx5_0");

            assertThat(nic.health().ok()).isTrue();
            assertThat(nic.ports()).hasSize(2);
            assertThat(nic.register().mode()).isEqualTo(AdpMode.FIRMWARE);
            assertThat(nic.counters().get(1).sample().values().get("rx_write_requests"))
                    .isInstanceOf(CounterValue.Present.class);
        }
    }

    @Test
    void secondPollKnowsRates() {
        try (SimulatedHost host = SimulatedHost.withDefaults().start()) {
            assertThat(host.snapshot("mlx5_0").counters().get(1).perSecond()).isEmpty();

            host.poll();

            assertThat(host.snapshot("mlx5_0").counters().get(1).perSecond().get("rx_write_requests"))
                    .isPositive();
        }
    }

    @Test
    void aStuckNicIsUnreachableAndDelaysNoOther() throws Exception {
        try (SimulatedHost host = SimulatedHost.withDefaults().start()) {
            host.nic("mlx5_0").faults().set(new Fault.Hang(), Operation.GET_REGISTER);
            host.tick();
            assertThat(host.nic("mlx5_0").faults().awaitHanging(1, Duration.ofSeconds(5)))
                    .isTrue();
            host.awaitIdle("mlx5_1");
            long others = host.snapshot("mlx5_1").health().polls();

            host.pass(Duration.ofSeconds(42));
            Eventually.holds("the other NIC is still polled", () -> {
                host.tick();
                return host.snapshot("mlx5_1").health().polls() > others + 2;
            });

            assertThat(host.snapshot("mlx5_0").health().ok()).isFalse();
            assertThat(host.snapshot("mlx5_0").health().state()).isEqualTo("unreachable (call pending 42 s)");
            assertThat(host.snapshot("mlx5_1").health().ok()).isTrue();
            NicWatch stuck = host.watcher.watch("mlx5_0").orElseThrow();
            assertThatThrownBy(() ->
                            stuck.call("GET ROCE_ACCL", 1, nic -> nic.register().get(0)))
                    .isInstanceOf(NicException.Unreachable.class)
                    .hasMessageContaining("call pending 42 s")
                    .hasMessageContaining("Nothing was sent");

            host.nic("mlx5_0").faults().clear();
            Eventually.holds("the NIC answers again", () -> {
                host.tick();
                return host.snapshot("mlx5_0").health().ok();
            });
        }
    }

    @Test
    void aCallThatTimesOutBeforeItBeginsNeverRuns() throws Exception {
        try (SimulatedHost host = SimulatedHost.withDefaults().start()) {
            host.nic("mlx5_0").faults().set(new Fault.Hang(), Operation.GET_REGISTER);
            host.tick();
            assertThat(host.nic("mlx5_0").faults().awaitHanging(1, Duration.ofSeconds(5)))
                    .isTrue();
            List<String> ran = Collections.synchronizedList(new ArrayList<>());
            NicWatch watch = host.watcher.watch("mlx5_0").orElseThrow();

            assertThatThrownBy(() -> watch.call("SET ROCE_ACCL", 1, nic -> ran.add("SET")))
                    .isInstanceOf(NicException.Timeout.class)
                    .hasMessageContaining("Nothing was sent and nothing will be");

            host.nic("mlx5_0").faults().clear();
            host.poll();
            host.poll();
            assertThat(ran).isEmpty();
        }
    }

    @Test
    void aRegisterThatFailsForEverIsAskedRarely() {
        try (SimulatedHost host = new SimulatedHost(SimulatedNicSpec.of("mlx5_0", "cx7-2025-07", 1)).start()) {
            CountingFault busy = new CountingFault();
            host.nic("mlx5_0").faults().failNext(1000, busy.fault, Operation.GET_REGISTER);
            for (int i = 0; i < 100; i++) {
                host.poll();
            }

            // 3 equal failures, then re-probes after 10, 20 and 40 s.
            assertThat(busy.struck(host)).isBetween(4, 7);
            assertThat(host.snapshot("mlx5_0").register()).isInstanceOf(RegisterState.Unknown.class);
            assertThat(host.snapshot("mlx5_0").health().ok()).isTrue();
        }
    }

    /** Counts how often a fault with a limit struck, by using it up afterwards. */
    private static final class CountingFault {
        private final Fault fault = new Fault.Busy();

        int struck(SimulatedHost host) {
            int left = 0;
            while (true) {
                try {
                    host.nic("mlx5_0").register().get(0);
                    return 1000 - left;
                } catch (NicException busy) {
                    left++;
                }
            }
        }
    }

    @Test
    void aVirtualFunctionHasCountersAndNoRegister() {
        try (SimulatedHost host = new SimulatedHost(SimulatedNicSpec.of("mlx5_2", "vf", 1)).start()) {
            NicSnapshot nic = host.snapshot("mlx5_2");

            assertThat(nic.identity().virtualFunction()).isTrue();
            assertThat(nic.register().mode()).isEqualTo(AdpMode.UNSUPPORTED);
            assertThat(nic.counters().get(1).sample().values()).isNotEmpty();
        }
    }

    @Test
    void aTickThatMeetsANicJustUnpluggedHarmsNothing() throws Exception {
        try (SimulatedHost host = SimulatedHost.withDefaults().start()) {
            NicWatch unplugged = host.watcher.watch("mlx5_1").orElseThrow();
            host.inventory.remove("mlx5_1");
            host.watcher.rescan();

            unplugged.tick();
            host.poll();

            assertThatThrownBy(() -> unplugged.call(
                            "GET ROCE_ACCL", 1, nic -> nic.register().get(0)))
                    .isInstanceOf(NicException.Unreachable.class)
                    .hasMessageContaining("the NIC is gone");
            assertThat(host.snapshot("mlx5_0").health().ok()).isTrue();
        }
    }

    @Test
    void aRegisterThatAnswersSomebodyElseIsPolledAgain() throws Exception {
        try (SimulatedHost host = SimulatedHost.withDefaults().start()) {
            host.nic("mlx5_0").faults().failNext(3, new Fault.Busy(), Operation.GET_REGISTER);
            for (int i = 0; i < 3; i++) {
                host.poll();
            }
            assertThat(host.snapshot("mlx5_0").register()).isInstanceOf(RegisterState.Unknown.class);

            NicWatch watch = host.watcher.watch("mlx5_0").orElseThrow();
            watch.call("GET ROCE_ACCL", 1, nic -> {
                watch.sawRegister(nic.register().get(0));
                return true;
            });
            host.nic("mlx5_0")
                    .register()
                    .set(RegisterImage.zero().with(RoceAccl.field("roce_adp_retrans_field_select"), 1));
            host.poll();

            assertThat(host.snapshot("mlx5_0").register().mode()).isEqualTo(AdpMode.OFF);
        }
    }

    @Test
    void hotUnplugAndRenameAreFollowed() throws Exception {
        try (SimulatedHost host = SimulatedHost.withDefaults()) {
            Events events = new Events();
            host.watcher.listen(events);
            host.start();
            String id = host.snapshot("mlx5_0").identity().stableId();

            host.inventory.rename("mlx5_0", "rocep26s0f0");
            host.inventory.remove("mlx5_1");
            host.watcher.rescan();

            assertThat(events.seen)
                    .contains(
                            "added mlx5_0",
                            "added mlx5_1",
                            "removed mlx5_0, now rocep26s0f0",
                            "removed mlx5_1",
                            "added rocep26s0f0, was mlx5_0");
            assertThat(host.snapshot("rocep26s0f0").identity().stableId()).isEqualTo(id);
            assertThat(host.watcher.of("mlx5_1")).isEmpty();
        }
    }

    @Test
    void aRenameIsOneEventUnderBothNames() throws Exception {
        try (SimulatedHost host = SimulatedHost.withDefaults();
                Logged logged = new Logged(Watcher.class.getPackage())) {
            Events events = new Events();
            host.watcher.listen(events);
            host.start();

            host.inventory.rename("mlx5_0", "rocep1s0");
            host.watcher.rescan();
            host.watcher.rescan();

            assertThat(logged.with("mlx5_0 is now called rocep1s0")).hasSize(1);
            assertThat(logged.with("is gone")).isEmpty();
            assertThat(logged.with("Watching rocep1s0")).isEmpty();
            assertThat(events.seen)
                    .endsWith("removed mlx5_0, now rocep1s0", "added rocep1s0, was mlx5_0")
                    .hasSize(4);
            Eventually.holds(
                    "the NIC is polled under its new name",
                    () -> host.snapshot("rocep1s0").health().ok());
            assertThat(host.watcher.of("mlx5_0")).isEmpty();
        }
    }

    @Test
    void twoNicsMayExchangeTheirNames() throws Exception {
        try (SimulatedHost host = SimulatedHost.withDefaults()) {
            Events events = new Events();
            host.watcher.listen(events);
            host.start();
            String first = host.snapshot("mlx5_0").identity().stableId();

            host.inventory.rename("mlx5_0", "aside");
            host.inventory.rename("mlx5_1", "mlx5_0");
            host.inventory.rename("aside", "mlx5_1");
            host.watcher.rescan();

            assertThat(host.snapshot("mlx5_1").identity().stableId()).isEqualTo(first);
            assertThat(host.watcher.all()).hasSize(2);
            assertThat(events.seen.subList(2, 4))
                    .containsExactlyInAnyOrder("removed mlx5_0, now mlx5_1", "removed mlx5_1, now mlx5_0");
            assertThat(events.seen.subList(4, 6))
                    .containsExactlyInAnyOrder("added mlx5_1, was mlx5_0", "added mlx5_0, was mlx5_1");
        }
    }

    @Test
    void aNicPluggedInAgainIsTheSameNic() throws Exception {
        try (SimulatedHost host = SimulatedHost.withDefaults();
                Logged logged = new Logged(Watcher.class.getPackage())) {
            Events events = new Events();
            host.watcher.listen(events);
            host.start();
            String id = host.snapshot("mlx5_1").identity().stableId();

            host.inventory.remove("mlx5_1");
            host.watcher.rescan();
            host.watcher.rescan();
            host.inventory.add(SimulatedNicSpec.of("mlx5_1", "cx6", 2));
            host.watcher.rescan();

            assertThat(host.snapshot("mlx5_1").identity().stableId()).isEqualTo(id);
            assertThat(events.seen.subList(2, events.seen.size())).containsExactly("removed mlx5_1", "added mlx5_1");
            assertThat(logged.with("mlx5_1 is gone")).hasSize(1);
            Eventually.holds(
                    "it is polled again", () -> host.snapshot("mlx5_1").health().ok());
        }
    }

    @Test
    void aNicPulledAndPluggedBetweenTwoScansIsFoundAnew() throws Exception {
        try (SimulatedHost host = SimulatedHost.withDefaults();
                Logged logged = new Logged(Watcher.class.getPackage())) {
            host.start();
            host.inventory.remove("mlx5_1");
            host.inventory.add(SimulatedNicSpec.of("mlx5_1", "cx6", 2));
            host.watcher.rescan();

            assertThat(logged.with("mlx5_1 was found anew")).hasSize(1);
            assertThat(logged.with("mlx5_1 is gone")).isEmpty();
            Eventually.holds(
                    "it is polled", () -> host.snapshot("mlx5_1").health().ok());
        }
    }

    @Test
    void aNicThatHangsInItsFirstPollDelaysNoOther() throws Exception {
        try (SimulatedHost host = SimulatedHost.withDefaults()) {
            host.nic("mlx5_0").faults().set(new Fault.Hang(), Operation.READ_PORTS);
            host.watcher.start();

            assertThat(host.nic("mlx5_0").faults().awaitHanging(1, Duration.ofSeconds(5)))
                    .isTrue();
            Eventually.holds(
                    "the other NIC was polled",
                    () -> host.watcher
                            .of("mlx5_1")
                            .filter(nic -> nic.health().ok())
                            .isPresent());
            assertThat(host.snapshot("mlx5_0").health().state()).isEqualTo(NicHealth.STARTING);

            host.pass(Duration.ofSeconds(42));
            host.tick();
            assertThat(host.snapshot("mlx5_0").health().state()).isEqualTo("unreachable (call pending 42 s)");
        }
    }

    @Test
    void aDeviceThatIsGoneForHoursIsLoggedWhenItsStateChanges() {
        try (SimulatedHost host = SimulatedHost.withDefaults().start();
                Logged logged = new Logged(Watcher.class.getPackage())) {
            host.nic("mlx5_0").faults().set(new Fault.Gone());
            for (int i = 0; i < 500; i++) {
                host.poll();
            }
            assertThat(logged.with("mlx5_0 cannot be read")).hasSize(1);
            assertThat(logged.with("GET ROCE_ACCL on mlx5_0")).hasSize(1);
            // The device, its register, two ports, its queue pairs.
            assertThat(logged.with("mlx5_0")).hasSizeLessThanOrEqualTo(5);

            host.nic("mlx5_0").faults().clear();
            for (int i = 0; i < 100; i++) {
                host.poll();
            }
            assertThat(logged.with("mlx5_0 answers again")).hasSize(1);
            assertThat(host.snapshot("mlx5_0").register()).isInstanceOf(RegisterState.Known.class);
        }
    }

    @Test
    void aRegisterThatHangsForEverIsLoggedOnce() throws Exception {
        try (SimulatedHost host = new SimulatedHost(SimulatedNicSpec.of("mlx5_0", "cx7-2025-07", 1)).start();
                Logged logged = new Logged(Watcher.class.getPackage())) {
            for (int cycle = 0; cycle < 3; cycle++) {
                hangUntilItsCallEnds(host);
            }
            assertThat(logged.with("mlx5_0 cannot be read: unreachable (call pending"))
                    .hasSize(1);
            assertThat(logged.with("mlx5_0 answers again")).isEmpty();

            host.pass(Duration.ofMinutes(2));
            host.poll();
            assertThat(host.snapshot("mlx5_0").register()).isInstanceOf(RegisterState.Known.class);
            assertThat(logged.with("mlx5_0 answers again")).hasSize(1);
        }
    }

    /** As a tool does that is given up after a deadline of its own. */
    private static void hangUntilItsCallEnds(SimulatedHost host) throws Exception {
        host.nic("mlx5_0").faults().failNext(1, new Fault.Hang(), Operation.GET_REGISTER);
        host.pass(Duration.ofMinutes(2));
        host.tick();
        assertThat(host.nic("mlx5_0").faults().awaitHanging(1, Duration.ofSeconds(5)))
                .isTrue();
        host.pass(Duration.ofSeconds(42));
        host.tick();
        assertThat(host.snapshot("mlx5_0").health().state()).isEqualTo("unreachable (call pending 42 s)");
        long polls = host.snapshot("mlx5_0").health().polls();
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("roceguard-nic-mlx5_0") && thread.isAlive())
                .forEach(Thread::interrupt);
        Eventually.holds(
                "the call ended", () -> host.snapshot("mlx5_0").health().polls() > polls && host.watcher.idle());
    }

    @Test
    void aCallThatWaitsInLineWhenTheNicGoesNeverRuns() throws Exception {
        try (SimulatedHost host = SimulatedHost.withDefaults().start()) {
            NicWatch watch = host.watcher.required("mlx5_0");
            host.nic("mlx5_0").faults().set(new Fault.Hang(), Operation.GET_REGISTER);
            host.tick();
            assertThat(host.nic("mlx5_0").faults().awaitHanging(1, Duration.ofSeconds(5)))
                    .isTrue();
            List<String> ran = Collections.synchronizedList(new ArrayList<>());
            CountDownLatch inLine = new CountDownLatch(1);
            PointOfNoReturn point = new PointOfNoReturn();
            CompletableFuture<Throwable> caller = CompletableFuture.supplyAsync(() -> {
                inLine.countDown();
                try {
                    // So many steps that its own deadline is far away.
                    return new AssertionError(watch.change("SET ROCE_ACCL", 1000, point, nic -> ran.add("SET")));
                } catch (NicException gone) {
                    return gone;
                }
            });
            assertThat(inLine.await(5, TimeUnit.SECONDS)).isTrue();
            Eventually.holds("the change waits in line", () -> watch.waiting() == 1);

            watch.retire();

            assertThat(caller.get(5, TimeUnit.SECONDS))
                    .isInstanceOf(NicException.Unreachable.class)
                    .hasMessageContaining("the NIC is gone or the daemon is stopping. Nothing was sent.");
            assertThat(watch.ended()).isNotDone();
            host.nic("mlx5_0").faults().clear();
            watch.ended().get(5, TimeUnit.SECONDS);
            assertThat(ran).isEmpty();
        }
    }

    @Test
    void closingNamesEachNicWhoseCallIsPending() throws Exception {
        try (Logged logged = new Logged(Watcher.class.getPackage())) {
            SimulatedHost host = SimulatedHost.withDefaults().start();
            for (String nic : List.of("mlx5_0", "mlx5_1")) {
                host.nic(nic).faults().set(new Fault.Hang(), Operation.READ_PORTS);
            }
            host.tick();
            for (String nic : List.of("mlx5_0", "mlx5_1")) {
                assertThat(host.nic(nic).faults().awaitHanging(1, Duration.ofSeconds(5)))
                        .isTrue();
            }

            host.close();

            assertThat(logged.with("is left with its call pending"))
                    .containsExactlyInAnyOrder(
                            "mlx5_0 is left with its call pending.", "mlx5_1 is left with its call pending.");
        }
    }

    @Test
    void queuePairsAreInTheSnapshotAndRefreshedOnDemand() throws Exception {
        try (SimulatedHost host = SimulatedHost.withDefaults().start()) {
            QueuePairsState.Known first =
                    (QueuePairsState.Known) host.snapshot("mlx5_0").queuePairs();
            assertThat(first.all()).hasSize(6);

            host.nic("mlx5_0").applications().replace(List.of());
            host.poll();
            assertThat(host.snapshot("mlx5_0").queuePairs()).isSameAs(first);

            host.watcher.required("mlx5_0").listQueuePairs();
            assertThat(((QueuePairsState.Known) host.snapshot("mlx5_0").queuePairs()).all())
                    .isEmpty();
        }
    }

    @Test
    void aListingThatHangsLeavesTheCountersOfItsPoll() throws Exception {
        try (SimulatedHost host = SimulatedHost.withDefaults().start()) {
            host.nic("mlx5_0").faults().set(new Fault.Hang(), Operation.LIST_QUEUE_PAIRS);
            host.pass(SimulatedHost.LISTING);
            long polls = host.snapshot("mlx5_0").health().polls();
            host.tick();
            assertThat(host.nic("mlx5_0").faults().awaitHanging(1, Duration.ofSeconds(5)))
                    .isTrue();

            assertThat(host.snapshot("mlx5_0").health().polls()).isEqualTo(polls + 1);
            assertThat(host.snapshot("mlx5_0").health().ok()).isTrue();
            host.pass(Duration.ofSeconds(7));
            host.tick();
            assertThat(host.snapshot("mlx5_0").health().state()).isEqualTo("unreachable (call pending 7 s)");
        }
    }

    private static final class Events implements NicListener {
        private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void added(NicSnapshot first, String formerName) {
            seen.add("added " + first.name() + (formerName == null ? "" : ", was " + formerName));
        }

        @Override
        public void changed(NicSnapshot before, NicSnapshot after) {}

        @Override
        public void removed(NicSnapshot last, String newName) {
            seen.add("removed " + last.name() + (newName == null ? "" : ", now " + newName));
        }
    }

    @Test
    void aListenerThatFailsKeepsNothingFromGoingOn() {
        try (SimulatedHost host = SimulatedHost.withDefaults()) {
            host.watcher.listen(new NicListener() {
                @Override
                public void added(NicSnapshot first, String formerName) {}

                @Override
                public void changed(NicSnapshot before, NicSnapshot after) {
                    throw new IllegalStateException("injected");
                }

                @Override
                public void removed(NicSnapshot last, String newName) {}
            });
            host.start();
            host.poll();

            assertThat(host.snapshot("mlx5_0").health().polls()).isGreaterThan(1);
        }
    }
}
