// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.epoch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roceguard.agent.control.ControlledHost;
import io.roceguard.agent.poll.Logged;
import io.roceguard.agent.poll.SimulatedHost;
import io.roceguard.agent.store.Epoch;
import io.roceguard.agent.store.Store;
import io.roceguard.device.CommandStatus;
import io.roceguard.device.NicException;
import io.roceguard.register.AdpMode;
import io.roceguard.register.RegisterEdit;
import io.roceguard.register.RegisterImage;
import io.roceguard.sim.Fault;
import io.roceguard.sim.Operation;
import io.roceguard.sim.SimulatedNicSpec;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EpochsTest {

    private static final String OFF = "roce_adp_retrans_en=0";
    private static final String ON = "roce_adp_retrans_en=1";

    @TempDir
    private Path directory;

    private static String stableId(SimulatedHost host, String nic) {
        return host.snapshot(nic).identity().stableId();
    }

    /** Of the daemon that watches and changes. */
    @Nested
    class OfOneDaemon {

        private ControlledHost controlled;

        private void start() throws Exception {
            controlled = ControlledHost.withDefaults(directory);
        }

        @AfterEach
        void stop() throws Exception {
            if (controlled != null) {
                controlled.close();
            }
        }

        private Epoch present(String nic) {
            return controlled.epochs.present(stableId(controlled.host, nic)).orElseThrow();
        }

        private Epoch present() {
            return present("mlx5_0");
        }

        /** As another program does it, past the daemon. */
        private void somebodySets(String assignments) throws Exception {
            RegisterImage current = controlled.read();
            controlled
                    .host
                    .nic("mlx5_0")
                    .firmware()
                    .set(RegisterEdit.of(current, ControlledHost.parse(assignments))
                            .image());
            controlled.host.poll();
        }

        @Test
        void theFirstReadingOfANicBeginsItsFirst() throws Exception {
            start();

            assertThat(present().cause()).isEqualTo("first look");
            assertThat(present().mode()).isEqualTo("firmware");
            assertThat(present().nic()).isEqualTo("mlx5_0");
            assertThat(present().firmware()).isEqualTo("28.46.1006");
            assertThat(present().words()).isEqualTo(controlled.read());
            assertThat(present().begunMillis()).isEqualTo(controlled.host.clock.millis());
            assertThat(present().endedMillis()).isNull();
            assertThat(present("mlx5_1").cause()).isEqualTo("first look");
        }

        @Test
        void aChangeByUsIsNamed() throws Exception {
            start();
            Epoch other = present("mlx5_1");

            controlled.apply(ControlledHost.DOCUMENT_LINE);

            assertThat(present().cause()).isEqualTo("change 1");
            assertThat(present().mode()).isEqualTo("profile");

            controlled.apply("timeout_retry_num_0=5");
            assertThat(present().cause()).isEqualTo("change 2");
            assertThat(present("mlx5_1")).isEqualTo(other);
        }

        @Test
        void aChangeOfSomethingElseBeginsNone() throws Exception {
            start();
            Epoch first = present();

            controlled.apply("roce_tx_window_en=1");
            controlled.host.poll();

            assertThat(present()).isEqualTo(first);
        }

        @Test
        void aReadingOfTheSameStateBeginsNone() throws Exception {
            start();
            controlled.apply(ControlledHost.DOCUMENT_LINE);
            Epoch changed = present();

            controlled.host.poll();
            controlled.host.poll();

            assertThat(present()).isEqualTo(changed);
        }

        @Test
        void aWriteBySomebodyElseIsToldApart() throws Exception {
            start();

            somebodySets(OFF);

            assertThat(present().cause()).isEqualTo("somebody else");
            assertThat(present().mode()).isEqualTo(AdpMode.OFF.label());
        }

        @Test
        void whatARefusedChangeWantedIsSomebodyElsesWhenItComes() throws Exception {
            start();
            controlled
                    .host
                    .nic("mlx5_0")
                    .faults()
                    .failNext(1, new Fault.Refused(CommandStatus.BAD_PARAM, 0x9A6171), Operation.SET_REGISTER);
            assertThatThrownBy(() -> controlled.apply(OFF)).isInstanceOf(NicException.Refused.class);

            somebodySets(OFF);

            assertThat(present().cause()).isEqualTo("somebody else");
        }

        @Test
        void anOldChangeIsNotNamedForWhatSomebodyElseDidAgain() throws Exception {
            start();
            controlled.apply(OFF);
            somebodySets(ON);

            somebodySets(OFF);

            assertThat(present().cause()).isEqualTo("somebody else");
        }

        @Test
        void aResetOfTheFirmwareIsKnownByTheProfileThatIsGone() throws Exception {
            start();
            controlled.apply(ControlledHost.DOCUMENT_LINE);

            controlled.host.nic("mlx5_0").firmware().fwreset();
            controlled.host.poll();

            assertThat(present().cause()).isEqualTo("reset of the firmware");
            assertThat(present().mode()).isEqualTo("firmware");
        }

        @Test
        void anotherNameDoesNotBeginOne() throws Exception {
            start();
            Epoch first = present();

            controlled.host.inventory.rename("mlx5_0", "rocep26s0");
            controlled.host.watcher.rescan();
            controlled.host.poll();

            assertThat(controlled.epochs.present(first.stableId())).contains(first);
        }

        @Test
        void aNicThatCameBackWithAnotherStateIsToldFromOneThatSomebodyWrote() throws Exception {
            start();
            somebodySets("roce_adp_retrans_en=0");
            controlled.host.inventory.remove("mlx5_0");
            controlled.host.watcher.rescan();
            controlled.host.inventory.add(SimulatedNicSpec.of("mlx5_0", "cx7-2025-07", 2));
            controlled.host.watcher.rescan();
            controlled.host.poll();

            assertThat(present().cause()).isEqualTo("reload of the driver");
            assertThat(present().mode()).isEqualTo("firmware");

            somebodySets("roce_adp_retrans_en=0");
            assertThat(present().cause()).isEqualTo("somebody else");
        }

        @Test
        void aLostStoreIsSaidOnceAndPollingGoesOn() throws Exception {
            start();
            Epoch first = present();
            controlled.loseStore();

            try (Logged log = new Logged(Epochs.class.getPackage())) {
                somebodySets(OFF);
                controlled.host.poll();
                controlled.host.poll();

                assertThat(log.with("An epoch is not written down: ")).hasSize(1);
                assertThat(log.with("state.db")).hasSize(1);
            }
            assertThat(controlled.host.snapshot("mlx5_0").register().mode()).isEqualTo(AdpMode.OFF);
            assertThat(controlled.host.snapshot("mlx5_0").health().ok()).isTrue();
            assertThat(present()).isEqualTo(first);
        }
    }

    /** Watches the usual NICs until each was polled once, and ends. */
    private Epoch epochAfterStart(String boot) throws Exception {
        try (SimulatedHost host = SimulatedHost.withDefaults();
                Store store = Store.open(directory, host.clock, boot)) {
            Epochs epochs = new Epochs(store.epochs(), store.journal(), host.clock);
            host.watcher.listen(epochs);
            host.start();
            return epochs.present(stableId(host, "mlx5_0")).orElseThrow();
        }
    }

    @Test
    void anEpochOfAnEarlierDaemonGoesOnInTheSameBoot() throws Exception {
        Epoch first = epochAfterStart("boot-1");

        assertThat(epochAfterStart("boot-1")).isEqualTo(first);
    }

    @Test
    void anotherBootBeginsOneAlsoWithTheSameState() throws Exception {
        Epoch first = epochAfterStart("boot-1");

        Epoch second = epochAfterStart("boot-2");

        assertThat(second.cause()).isEqualTo("reboot");
        assertThat(second.boot()).isEqualTo("boot-2");
        assertThat(second.id()).isGreaterThan(first.id());
    }

    @Test
    void anotherFirmwareBeginsOneAlsoWithTheSameState() throws Exception {
        Epoch old = epochAfterStart("boot-1");
        try (Store store = Store.open(directory, InstantSource.fixed(Instant.EPOCH), "boot-1")) {
            store.epochs().begin(old.stableId(), old.nic(), "28.45.1000", old.mode(), old.words(), "first look", 1);
        }

        Epoch updated = epochAfterStart("boot-1");

        assertThat(updated.cause()).isEqualTo("firmware update");
        assertThat(updated.firmware()).isEqualTo("28.46.1006");
    }
}
