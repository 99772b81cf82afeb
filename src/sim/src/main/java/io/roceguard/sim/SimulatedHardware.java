// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.device.LinkLayer;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.PortInfo;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** One card in its slot, whatever the host calls it: a rename keeps it, pulling it loses its settings and counters. */
final class SimulatedHardware {

    private final CapabilityPreset preset;
    private final Slot slot;
    private final Scenario scenario;
    private final SimulatedFirmware firmware;
    private final SimulatedCounters counters;
    private final SimulatedQueuePairs queuePairs;
    private final SimulatedFaults faults;

    /**
     * Where the card sits.
     *
     * @param number decides PCI address, GUID, and together with the seed of the simulation the counters
     * @param firstNetdev number of the network interface over port 1
     */
    record Slot(int number, int firstNetdev) {}

    SimulatedHardware(
            SimulatedNicSpec spec, Slot slot, Scenario scenario, long seed, LongSupplier nanoClock, Sleeper sleeper) {
        this.preset = spec.preset();
        this.slot = slot;
        this.scenario = scenario;
        this.faults = new SimulatedFaults(sleeper);
        this.queuePairs = new SimulatedQueuePairs(slot.number(), this::dead);
        this.firmware = new SimulatedFirmware(preset, queuePairs::active, this::settle);
        this.counters = new SimulatedCounters(
                scenario, Randomness.derive(seed, slot.number()), spec.ports(), nanoClock, firmware::timeouts);
    }

    /** How many of these reliable connections are in ERR: a flap hits all, a dead path the one to that peer. */
    private int dead(int connections) {
        double failed = counters.failed();
        int hit = scenario.linkDown() ? connections : Math.min(1, connections);
        return (int) Math.ceil(failed * hit);
    }

    private void settle() {
        counters.settle();
    }

    NicIdentity identity(String name) {
        int function = preset.virtualFunction() ? 2 : 0;
        return new NicIdentity(
                name,
                String.format("0000:%02x:00.%d", 0x1a + slot.number(), function),
                String.format("0c42:a103:0065:%04x", 0x1b2a + 4 * slot.number() + function),
                "mlx5_core",
                preset.firmware(),
                preset.boardId(),
                preset.hcaType(),
                preset.virtualFunction());
    }

    List<PortInfo> ports() {
        return IntStream.rangeClosed(1, counters.ports()).mapToObj(this::port).toList();
    }

    private PortInfo port(int number) {
        boolean down = counters.linkDown(number);
        return new PortInfo(
                number,
                LinkLayer.ETHERNET,
                down ? "DOWN" : "ACTIVE",
                down ? "Polling" : "LinkUp",
                preset.rate(),
                List.of("eth" + (slot.firstNetdev() + number - 1)),
                false);
    }

    /** What to plug in to get this card back, when it was known by that name. */
    SimulatedNicSpec spec(String name) {
        return new SimulatedNicSpec(name, preset, counters.ports());
    }

    Slot slot() {
        return slot;
    }

    SimulatedFirmware firmware() {
        return firmware;
    }

    SimulatedCounters counters() {
        return counters;
    }

    SimulatedQueuePairs queuePairs() {
        return queuePairs;
    }

    SimulatedFaults faults() {
        return faults;
    }

    boolean hasRegister() {
        return !preset.virtualFunction();
    }
}
