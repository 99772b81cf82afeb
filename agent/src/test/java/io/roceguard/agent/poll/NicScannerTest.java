// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.config.DaemonConfig;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicInventory;
import io.roceguard.sim.SimulatedInventory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NicScannerTest {

    private static final Duration NEVER = Duration.ofDays(1);

    private final AtomicLong nanos = new AtomicLong(1);
    private final Blocking inventory = new Blocking(SimulatedInventory.defaults("calm", 1, nanos::get));
    private final Watcher watcher = new Watcher(
            inventory,
            new DaemonConfig.Poll(NEVER, Duration.ofSeconds(5), NEVER, null),
            InstantSource.system(),
            nanos::get);

    /** Each scan needs a permit. */
    private static final class Blocking implements NicInventory {
        private final SimulatedInventory all;
        private final Semaphore permits = new Semaphore(0);
        private volatile NicException failure;

        Blocking(SimulatedInventory all) {
            this.all = all;
        }

        @Override
        public String source() {
            return "sysfs /sys/class/infiniband";
        }

        @Override
        public List<Nic> scan() throws NicException {
            permits.acquireUninterruptibly();
            if (failure != null) {
                throw failure;
            }
            return all.scan();
        }

        @Override
        public void close() {
            permits.release(1000);
        }
    }

    private void pass(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }

    private void startAndFindTheNics() {
        inventory.permits.release();
        watcher.start();
        Eventually.holds("the NICs were polled", () -> watcher.all().size() == 2 && watcher.idle());
    }

    /** Keeps the scanning thread in a scan; the rescan that brings it there is interrupted on its way. */
    private void hangInAScan() throws Exception {
        Thread waiting = new Thread(() -> assertThatThrownBy(watcher::rescan).isInstanceOf(NicException.Timeout.class));
        waiting.start();
        Eventually.holds("a scan hangs", inventory.permits::hasQueuedThreads);
        waiting.interrupt();
        waiting.join();
    }

    @Test
    void aScanThatDoesNotReturnIsSaidOnceAndKnownNicsAreStillPolled() throws Exception {
        try (watcher;
                Logged logged = new Logged(Watcher.class.getPackage())) {
            startAndFindTheNics();
            hangInAScan();
            pass(Duration.ofSeconds(5));
            watcher.tick();
            assertThat(watcher.scanProblem()).isEmpty();

            pass(Duration.ofSeconds(37));
            long polls = watcher.of("mlx5_0").orElseThrow().health().polls();
            Eventually.holds("the NIC is polled", () -> {
                watcher.tick();
                return watcher.of("mlx5_0").orElseThrow().health().polls() > polls + 3;
            });

            assertThat(watcher.scanProblem())
                    .isEqualTo("Looking for NICs in sysfs /sys/class/infiniband has been pending for 42 s.");
            assertThat(logged.with("has been pending")).hasSize(1);
            assertThatThrownBy(watcher::rescan)
                    .isInstanceOf(NicException.Timeout.class)
                    .hasMessageContaining("an earlier look has been pending for 42 s");

            inventory.permits.release();
            Eventually.holds(
                    "nothing is wrong any more", () -> watcher.scanProblem().isEmpty());
        }
    }

    @Test
    void aScanThatHangsFromTheStartIsAProblemToo() {
        try (watcher) {
            watcher.start();
            Eventually.holds("the first scan hangs", inventory.permits::hasQueuedThreads);
            pass(Duration.ofSeconds(6));

            assertThat(watcher.scanned()).isFalse();
            assertThat(watcher.scanProblem()).endsWith("has been pending for 6 s.");
        }
    }

    @Test
    void aScanThatFailsKeepsTheNicsAndSaysWhy() {
        try (watcher) {
            startAndFindTheNics();
            inventory.failure = new NicException.Unreachable("this host", "Looking", "EACCES", "Check permissions.");
            inventory.permits.release();

            assertThatThrownBy(watcher::rescan).isSameAs(inventory.failure);
            assertThat(watcher.all()).hasSize(2);
        }
    }
}
