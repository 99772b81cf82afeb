// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import static io.roceguard.sim.Images.DUMP_1;
import static io.roceguard.sim.Images.DUMP_2;
import static io.roceguard.sim.Images.EXAMPLE_SET;
import static io.roceguard.sim.Images.image;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.roceguard.device.CommandStatus;
import io.roceguard.device.NicException;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SimulatedFaultsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<Duration> slept = new ArrayList<>();
    private final SimulatedInventory inventory =
            new SimulatedInventory(SimulatedInventory.defaultNics(), "calm", 1, () -> 0L, slept::add);
    private final SimulatedNic nic = inventory.nic("mlx5_0");
    private final SimulatedFaults faults = nic.faults();

    @Test
    void busyFailsAsOftenAsArmedAndChangesNothing() throws NicException {
        faults.failNext(2, new Fault.Busy());

        assertThatExceptionOfType(NicException.Busy.class)
                .isThrownBy(() -> nic.register().set(EXAMPLE_SET))
                .withMessageContaining("SET ROCE_ACCL on mlx5_0 failed")
                .withMessageContaining("BUSY (status 0x6)");
        assertThatExceptionOfType(NicException.Busy.class)
                .isThrownBy(() -> nic.register().get(0));
        assertThat(nic.register().get(0)).isEqualTo(DUMP_1);
    }

    @Test
    void registerFaultsLeaveCountersAlone() throws NicException {
        faults.set(new Fault.Refused(CommandStatus.INTERNAL, 0xabc));

        assertThat(nic.counters().read(1).values()).isNotEmpty();
        assertThatExceptionOfType(NicException.Refused.class)
                .isThrownBy(() -> nic.register().get(0))
                .withMessageContaining("INTERNAL (status 0x1, syndrome 0xabc)")
                .satisfies(refused -> {
                    assertThat(refused.status()).isEqualTo(0x1);
                    assertThat(refused.syndrome()).isEqualTo(0xabc);
                });
    }

    @Test
    void aFaultStrikesTheOperationsNamedForIt() throws NicException {
        faults.set(new Fault.Gone(), Operation.READ_COUNTERS);
        faults.set(new Fault.Busy(), Operation.GET_REGISTER);

        assertThatExceptionOfType(NicException.Unreachable.class)
                .isThrownBy(() -> nic.counters().read(1));
        assertThatExceptionOfType(NicException.Busy.class)
                .isThrownBy(() -> nic.register().get(0));
        assertThat(nic.readPorts()).hasSize(2);
    }

    @Test
    void aGoneDeviceIsUnreachableUntilTheFaultIsCleared() throws NicException {
        faults.set(new Fault.Gone());

        assertThatExceptionOfType(NicException.Unreachable.class).isThrownBy(nic::readPorts);
        assertThatExceptionOfType(NicException.Unreachable.class)
                .isThrownBy(() -> nic.counters().read(1));
        assertThatExceptionOfType(NicException.Unreachable.class)
                .isThrownBy(() -> nic.queuePairs().list());
        assertThatExceptionOfType(NicException.Unreachable.class)
                .isThrownBy(() -> nic.register().get(0));
        faults.clear();
        assertThat(nic.register().get(0)).isEqualTo(DUMP_1);
    }

    @Test
    void aSlowDeviceAnswersAfterTheDelay() throws NicException {
        faults.failNext(1, new Fault.Slow(Duration.ofSeconds(7)));

        assertThat(nic.register().get(0)).isEqualTo(DUMP_1);
        assertThat(nic.register().get(0)).isEqualTo(DUMP_1);

        assertThat(slept).containsExactly(Duration.ofSeconds(7));
    }

    @Test
    void anInterruptedDelayIsATimeoutAndKeepsTheInterrupt() {
        SimulatedFaults impatient = new SimulatedFaults(delay -> {
            throw new InterruptedException();
        });
        impatient.set(new Fault.Slow(Duration.ofDays(1)));

        assertThatExceptionOfType(NicException.Timeout.class)
                .isThrownBy(() -> impatient.strike("mlx5_0", Operation.GET_REGISTER));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aHangingReadGoesOnWhenReleasedAndTheNextHangsAgain() throws Exception {
        faults.set(new Fault.Hang());
        CompletableFuture<RegisterImage> first = getAsync();
        assertThat(faults.awaitHanging(1, PATIENCE)).isTrue();
        assertThat(first).isNotDone();

        faults.release();
        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo(DUMP_1);

        CompletableFuture<RegisterImage> second = getAsync();
        assertThat(faults.awaitHanging(1, PATIENCE)).isTrue();
        assertThat(second).isNotDone();
        faults.clear();
        assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo(DUMP_1);
    }

    private CompletableFuture<RegisterImage> getAsync() {
        CompletableFuture<RegisterImage> reply = new CompletableFuture<>();
        Thread worker = new Thread(() -> {
            try {
                reply.complete(nic.register().get(0));
            } catch (NicException e) {
                reply.completeExceptionally(e);
            }
        });
        worker.setDaemon(true);
        worker.start();
        return reply;
    }

    @Test
    void anInterruptedHangIsATimeoutAndKeepsTheInterrupt() throws Exception {
        faults.set(new Fault.Hang());
        CompletableFuture<Exception> failure = new CompletableFuture<>();
        AtomicBoolean flag = new AtomicBoolean();
        CountDownLatch ended = new CountDownLatch(1);
        Thread worker = new Thread(() -> {
            try {
                nic.register().set(EXAMPLE_SET);
            } catch (NicException e) {
                failure.complete(e);
            }
            flag.set(Thread.currentThread().isInterrupted());
            ended.countDown();
        });
        worker.start();
        assertThat(faults.awaitHanging(1, PATIENCE)).isTrue();

        worker.interrupt();

        assertThat(failure.get(30, TimeUnit.SECONDS))
                .isInstanceOf(NicException.Timeout.class)
                .hasMessageContaining("SET ROCE_ACCL on mlx5_0 failed");
        assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(flag).isTrue();
        faults.clear();
        assertThat(nic.register().get(0)).isEqualTo(DUMP_1);
    }

    @Test
    void awaitingAHangThatDoesNotComeGivesUp() throws InterruptedException {
        assertThat(faults.awaitHanging(1, Duration.ZERO)).isFalse();
    }

    @Test
    void aThirdPartyWritesBetweenOurSetAndTheNextRead() throws NicException {
        faults.failNext(1, new Fault.ThirdPartyWrite(RoceAccl.field("roce_tx_window_en"), 1));

        assertThat(nic.register().get(0)).isEqualTo(DUMP_1);
        nic.register().set(EXAMPLE_SET);

        RegisterImage overwritten = DUMP_2.with(RoceAccl.field("roce_tx_window_en"), 1);
        assertThat(nic.register().get(0)).isEqualTo(overwritten);
        nic.register().set(image(0x4, 0x0));
        assertThat(nic.register().get(0)).isEqualTo(overwritten.with(RoceAccl.field("roce_slow_restart_en"), 0));
    }

    @Test
    void aThirdPartyCanRewriteOurProfile() throws NicException {
        faults.failNext(1, new Fault.ThirdPartyWrite(RoceAccl.field("time_base"), 64));

        nic.register().set(EXAMPLE_SET);

        assertThat(nic.register().get(0)).isEqualTo(DUMP_2.with(RoceAccl.field("time_base"), 64));
    }

    @Test
    void aThirdPartyIsRefusedLikeEverybody() throws NicException {
        faults.failNext(1, new Fault.ThirdPartyWrite(RoceAccl.field("adaptive_routing_forced_en"), 1));

        nic.register().set(EXAMPLE_SET);

        assertThat(nic.register().get(0)).isEqualTo(DUMP_2);
    }

    @Test
    void aRefusedSetGivesAThirdPartyNoOccasion() throws NicException {
        faults.failNext(1, new Fault.ThirdPartyWrite(RoceAccl.field("roce_tx_window_en"), 1));

        assertThatExceptionOfType(NicException.Refused.class)
                .isThrownBy(() -> nic.register().set(Images.exampleWith("time_unit", 0)))
                .withMessageContaining("BAD_PARAM (status 0x3, syndrome 0x51a012)")
                .withMessageContaining("time_unit must be 1 (TIME_USEC): value=0.");

        assertThat(nic.register().get(0)).isEqualTo(DUMP_1);
    }

    @Test
    void aThirdPartyCannotWriteWhatNobodyCan() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Fault.ThirdPartyWrite(RoceAccl.field("adp_retx_base_timeout_min"), 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Fault.ThirdPartyWrite(RoceAccl.field("roce_tx_window_en"), 2));
    }

    @Test
    void aFaultThatNeverStrikesCannotBeArmed() {
        assertThatIllegalArgumentException().isThrownBy(() -> faults.failNext(0, new Fault.Busy()));
    }
}
