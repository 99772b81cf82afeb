// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import static io.roceguard.sim.Images.DUMP_1;
import static io.roceguard.sim.Images.DUMP_2;
import static io.roceguard.sim.Images.EXAMPLE_SET;
import static io.roceguard.sim.Images.image;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.roceguard.counter.CounterValue;
import io.roceguard.device.LinkLayer;
import io.roceguard.device.Nic;
import io.roceguard.device.NicException;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.PortInfo;
import io.roceguard.device.QueuePair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SimulatedInventoryTest {

    private final AtomicLong clock = new AtomicLong();
    private final SimulatedInventory inventory = SimulatedInventory.defaults("lossy", 1, clock::get);

    private SimulatedInventory of(String preset, String scenario) {
        return new SimulatedInventory(
                List.of(SimulatedNicSpec.of("mlx5_0", preset, 1)), scenario, 1, clock::get, delay -> {});
    }

    private static long counter(Nic nic, String name) throws NicException {
        return ((CounterValue.Present) nic.counters().read(1).values().get(name)).value();
    }

    @Test
    void twoNicsWithTwoPortsEachByDefault() throws NicException {
        List<Nic> nics = inventory.scan();

        assertThat(nics)
                .extracting(nic -> nic.identity().name() + " " + nic.identity().firmware())
                .containsExactly("mlx5_0 28.46.1006", "mlx5_1 20.43.4100");
        assertThat(nics.get(0).readPorts())
                .containsExactly(
                        new PortInfo(
                                1,
                                LinkLayer.ETHERNET,
                                "ACTIVE",
                                "LinkUp",
                                "200 Gb/sec (2X NDR)",
                                List.of("eth0"),
                                false),
                        new PortInfo(
                                2,
                                LinkLayer.ETHERNET,
                                "ACTIVE",
                                "LinkUp",
                                "200 Gb/sec (2X NDR)",
                                List.of("eth1"),
                                false));
        assertThat(nics.get(1).readPorts())
                .extracting(PortInfo::netdevs)
                .containsExactly(List.of("eth2"), List.of("eth3"));
        assertThat(nics.get(0).identity())
                .isEqualTo(new NicIdentity(
                        "mlx5_0",
                        "0000:1a:00.0",
                        "0c42:a103:0065:1b2a",
                        "mlx5_core",
                        "28.46.1006",
                        "MT_0000000838",
                        "MT4129",
                        false));
        assertThat(nics.get(0).register().accessPath()).isEqualTo("simulated firmware");
        assertThat(nics.get(0).counters().source(1)).isEqualTo("simulation");
    }

    @Test
    void aDeviceThatStaysIsTheSameObject() {
        List<Nic> before = inventory.scan();
        inventory.add(SimulatedNicSpec.of("mlx5_2", "cx5", 1));
        List<Nic> after = inventory.scan();

        assertThat(after).hasSize(3);
        assertThat(after.get(0)).isSameAs(before.get(0));
        assertThat(after.get(1)).isSameAs(before.get(1));
        assertThat(after).extracting(nic -> nic.identity().stableId()).doesNotHaveDuplicates();
    }

    @Test
    void aPulledDeviceIsGoneAndComesBackResetUnderItsStableId() throws NicException {
        SimulatedNic before = inventory.nic("mlx5_0");
        before.register().set(EXAMPLE_SET);
        clock.addAndGet(Duration.ofMinutes(1).toNanos());

        inventory.remove("mlx5_0");
        assertThat(inventory.scan()).extracting(nic -> nic.identity().name()).containsExactly("mlx5_1");
        assertThatExceptionOfType(NicException.Unreachable.class)
                .isThrownBy(() -> before.register().get(0))
                .withMessageContaining("no such device (ENODEV)");

        inventory.add(SimulatedNicSpec.of("mlx5_0", "cx7-2025-07", 2));
        SimulatedNic after = inventory.nic("mlx5_0");
        assertThat(after).isNotSameAs(before);
        assertThat(after.identity()).isEqualTo(before.identity());
        assertThat(after.register().get(0)).isEqualTo(DUMP_1);
        assertThat(counter(after, "rx_write_requests")).isZero();
        assertThat(after.readPorts()).extracting(PortInfo::netdevs).containsExactly(List.of("eth0"), List.of("eth1"));
    }

    @Test
    void aHangingCallEndsWhenItsDeviceIsPulled() throws Exception {
        SimulatedNic nic = inventory.nic("mlx5_0");
        nic.faults().set(new Fault.Hang());
        CompletableFuture<Exception> failure = new CompletableFuture<>();
        Thread worker = new Thread(() -> {
            try {
                nic.readPorts();
            } catch (NicException e) {
                failure.complete(e);
            }
        });
        worker.start();
        assertThat(nic.faults().awaitHanging(1, Duration.ofSeconds(30))).isTrue();

        inventory.remove("mlx5_0");

        assertThat(failure.get(30, TimeUnit.SECONDS)).isInstanceOf(NicException.Unreachable.class);
    }

    @Test
    void aRenamedDeviceKeepsItsStableIdItsSettingsAndItsCounters() throws NicException {
        SimulatedNic before = inventory.nic("mlx5_0");
        before.register().set(EXAMPLE_SET);
        clock.addAndGet(Duration.ofMinutes(1).toNanos());
        long requests = counter(before, "rx_write_requests");

        inventory.rename("mlx5_0", "rocep26s0f0");

        SimulatedNic after = inventory.nic("rocep26s0f0");
        assertThat(after.identity().stableId()).isEqualTo(before.identity().stableId());
        assertThat(after.register().get(0)).isEqualTo(DUMP_2);
        assertThat(counter(after, "rx_write_requests")).isEqualTo(requests).isPositive();
        assertThatExceptionOfType(NicException.Unreachable.class).isThrownBy(before::readPorts);
        inventory.add(SimulatedNicSpec.of("mlx5_0", "cx7-2025-07", 2));
        assertThat(inventory.scan())
                .extracting(nic -> nic.identity().stableId())
                .doesNotHaveDuplicates();
    }

    @Test
    void aClosedDeviceIsNotUsedAfterwards() {
        Nic nic = inventory.nic("mlx5_0");
        nic.close();

        assertThatExceptionOfType(NicException.Unreachable.class)
                .isThrownBy(nic::readPorts)
                .withMessageContaining("it was closed");
    }

    @Test
    void switchingAdaptiveRetransmissionOffShowsInTheCounters() throws NicException {
        Nic nic = inventory.nic("mlx5_0");
        clock.addAndGet(Duration.ofMinutes(1).toNanos());
        nic.register().set(image(0x1, 0x0));
        long retransmissions = counter(nic, "roce_adp_retrans");
        assertThat(counter(nic, "local_ack_timeout_err")).isZero();

        clock.addAndGet(Duration.ofMinutes(1).toNanos());

        assertThat(counter(nic, "roce_adp_retrans")).isEqualTo(retransmissions).isPositive();
        assertThat(counter(nic, "local_ack_timeout_err")).isPositive();
    }

    @Test
    void theCountersOfTwoInventoriesWithOneSeedAreEqual() throws NicException {
        SimulatedInventory twin = SimulatedInventory.defaults("lossy", 1, clock::get);
        SimulatedInventory other = SimulatedInventory.defaults("lossy", 2, clock::get);
        clock.addAndGet(Duration.ofMinutes(1).toNanos());

        assertThat(twin.nic("mlx5_1").counters().read(2))
                .isEqualTo(inventory.nic("mlx5_1").counters().read(2));
        assertThat(other.nic("mlx5_1").counters().read(2))
                .isNotEqualTo(inventory.nic("mlx5_1").counters().read(2));
    }

    @Test
    void aVirtualFunctionHasCountersAndNoRegister() throws NicException {
        SimulatedNic vf = of("vf", "lossy").nic("mlx5_0");
        clock.addAndGet(Duration.ofMinutes(1).toNanos());

        assertThat(vf.identity().virtualFunction()).isTrue();
        assertThat(vf.register().accessPath()).isEqualTo("none");
        assertThat(counter(vf, "roce_adp_retrans")).isPositive();
        assertThatExceptionOfType(NicException.NotSupported.class)
                .isThrownBy(() -> vf.register().get(0))
                .withMessage("GET ROCE_ACCL on mlx5_0 failed: the firmware answered BAD_OP (status 0x2)."
                        + " A virtual function has no ROCE_ACCL; ask on the physical function of its host.");
        assertThatExceptionOfType(NicException.NotSupported.class)
                .isThrownBy(() -> vf.register().set(EXAMPLE_SET));
    }

    @Test
    void aNicWithoutAdaptiveRetransmissionCountsTimeouts() throws NicException {
        SimulatedNic nic = of("no-adp", "lossy").nic("mlx5_0");
        clock.addAndGet(Duration.ofMinutes(1).toNanos());

        assertThat(counter(nic, "roce_adp_retrans")).isZero();
        assertThat(counter(nic, "local_ack_timeout_err")).isPositive();
    }

    @Test
    void theAprilFirmwareTakesAProfileOnceTheApplicationsHaveStopped() throws NicException {
        SimulatedNic nic = of("cx7-2025-04", "calm").nic("mlx5_0");
        assertThatExceptionOfType(NicException.Refused.class)
                .isThrownBy(() -> nic.register().set(EXAMPLE_SET))
                .withMessageContaining("BAD_RES_STATE (status 0x9");

        nic.applications()
                .replace(nic.queuePairs().list().stream()
                        .filter(pair -> !pair.type().equals("RC"))
                        .toList());
        nic.register().set(EXAMPLE_SET);

        assertThat(nic.register().get(0).get("adp_retx_profile_id")).isEqualTo(1);
    }

    @Test
    void queuePairsAreManagementAndReliableConnectionsWithTheirOwners() throws NicException {
        List<QueuePair> pairs = inventory.nic("mlx5_0").queuePairs().list();

        assertThat(pairs).extracting(QueuePair::type).containsExactly("SMI", "GSI", "RC", "RC", "RC", "RC");
        assertThat(pairs).extracting(QueuePair::state).containsOnly("RTS");
        assertThat(pairs).filteredOn(pair -> pair.type().equals("RC")).allSatisfy(pair -> {
            assertThat(pair.pid()).isNotNull();
            assertThat(pair.command()).isNotBlank();
        });
    }

    @Test
    void aDeadPathShowsAQueuePairInErrorNowAndThen() throws NicException {
        SimulatedNic nic = of("cx6", "dead-path").nic("mlx5_0");
        assertThat(nic.queuePairs().list()).extracting(QueuePair::state).containsOnly("RTS");
        int secondsInError = 0;
        for (int second = 0; second < 180; second++) {
            clock.addAndGet(Duration.ofSeconds(1).toNanos());
            secondsInError += nic.queuePairs().list().stream()
                            .anyMatch(pair -> pair.state().equals("ERR"))
                    ? 1
                    : 0;
        }

        // 90 s without the path, of which the first 59.8 s pass before the queue pair gives up.
        assertThat(secondsInError).isBetween(29, 31);
    }

    @Test
    void aFlappingLinkShowsInThePorts() throws NicException {
        SimulatedNic nic = of("cx6", "link-flap").nic("mlx5_0");
        int secondsDown = 0;
        for (int second = 0; second < 120; second++) {
            clock.addAndGet(Duration.ofSeconds(1).toNanos());
            PortInfo port = nic.readPorts().get(0);
            if ("DOWN".equals(port.state())) {
                assertThat(port.physicalState()).isEqualTo("Polling");
                secondsDown++;
            }
        }

        assertThat(secondsDown).isBetween(5, 7);
    }

    @Test
    void mistypedNamesAreAnsweredWithTheNearest() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatedInventory.defaults("losy", 1, clock::get))
                .withMessage("There is no scenario losy. Did you mean lossy?"
                        + " Scenarios: calm, lossy, link-flap, dead-path, slow-receiver, long-rtt, incast; or give a"
                        + " scenario file that ends in .yaml.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatedNicSpec.of("mlx5_0", "cx7-2025-7", 2))
                .withMessage("There is no capability preset cx7-2025-7. Did you mean cx7-2025-07?"
                        + " Presets: cx5, cx6, cx7-2025-04, cx7-2025-07, vf, no-adp.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> inventory.nic("mlx5_00"))
                .withMessageContaining("Did you mean mlx5_0?");
    }

    @Test
    void aScenarioFileThatCannotBeReadIsNamedWithTheReason(@TempDir Path directory) throws IOException {
        Path missing = directory.resolve("missing.yaml");
        Path binary = Files.write(directory.resolve("binary.yaml"), new byte[] {(byte) 0xff, 0, (byte) 0xfe});

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scenario.of(missing.toString()))
                .withMessage("There is no scenario file " + missing + ".");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scenario.of(binary.toString()))
                .withMessage("The scenario file " + binary + " is no text in UTF-8.");
    }

    @Test
    void namesOccurOnceAndPortsAreInRange() {
        assertThatIllegalArgumentException().isThrownBy(() -> inventory.add(SimulatedNicSpec.of("mlx5_0", "cx5", 1)));
        assertThatIllegalArgumentException().isThrownBy(() -> inventory.rename("mlx5_0", "mlx5_1"));
        assertThat(inventory.scan()).hasSize(2);
        for (int ports : new int[] {0, 9}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SimulatedNicSpec.of("mlx5_2", "cx5", ports))
                    .withMessageContaining("1..8 ports");
        }
    }
}
