// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.device.Nic;
import io.roceguard.device.NicInventory;
import io.roceguard.sim.SimulatedHardware.Slot;
import io.roceguard.text.NearestName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * A host whose NICs are simulated, and can be pulled, plugged and renamed while somebody watches. Thread-safe.
 */
public final class SimulatedInventory implements NicInventory {

    static final String SOURCE = "simulation";

    /** The scenario when none is named. */
    public static final String DEFAULT_SCENARIO = Scenario.LOSSY.id();

    private static final int SLOTS = 128;

    private final Scenario scenario;
    private final long seed;
    private final LongSupplier nanoClock;
    private final Sleeper sleeper;
    private final Map<String, SimulatedNic> present = new TreeMap<>();
    private final Map<SimulatedNicSpec, Slot> pulled = new HashMap<>();
    private int nextSlot;
    private int nextNetdev;

    /**
     * @param nics names must differ
     * @param scenario id of a {@link Scenario}, moves the counters of all NICs
     * @param seed the same seed gives the same counters at the same time
     * @param nanoClock monotonic nanoseconds, {@code System::nanoTime}
     * @param sleeper passes the time of slow operations
     * @throws IllegalArgumentException when the scenario is unknown or a name occurs twice
     */
    public SimulatedInventory(
            List<SimulatedNicSpec> nics, String scenario, long seed, LongSupplier nanoClock, Sleeper sleeper) {
        this.scenario = Scenario.of(scenario);
        this.seed = seed;
        this.nanoClock = nanoClock;
        this.sleeper = sleeper;
        nics.forEach(this::plug);
    }

    /** With {@link Sleeper#REAL}. */
    public SimulatedInventory(List<SimulatedNicSpec> nics, String scenario, long seed, LongSupplier nanoClock) {
        this(nics, scenario, seed, nanoClock, Sleeper.REAL);
    }

    /** The NICs of {@link #defaultNics()}. */
    public static SimulatedInventory defaults(String scenario, long seed, LongSupplier nanoClock) {
        return new SimulatedInventory(defaultNics(), scenario, seed, nanoClock);
    }

    /** A ConnectX-7 that takes profiles and a ConnectX-6 that does not, two ports each. */
    public static List<SimulatedNicSpec> defaultNics() {
        return List.of(
                new SimulatedNicSpec("mlx5_0", CapabilityPreset.CX7_2025_07, 2),
                new SimulatedNicSpec("mlx5_1", CapabilityPreset.CX6, 2));
    }

    @Override
    public String source() {
        return SOURCE;
    }

    @Override
    public synchronized List<Nic> scan() {
        return new ArrayList<>(present.values());
    }

    /**
     * The NIC of that name, to arm faults and look inside.
     *
     * @throws IllegalArgumentException when there is none now; the message names the nearest
     */
    public synchronized SimulatedNic nic(String name) {
        SimulatedNic nic = present.get(name);
        if (nic == null) {
            throw new IllegalArgumentException(
                    "There is no simulated NIC " + name + " now." + NearestName.hint(name, present.keySet())
                            + " Present: " + String.join(", ", present.keySet()) + ".");
        }
        return nic;
    }

    /**
     * Plugs a NIC in. It starts with the settings of a reset and all counters at 0. One that was pulled before, with the
     * same name, preset and ports, comes back with the same PCI address and GUID.
     *
     * @throws IllegalArgumentException when a NIC of that name is present
     */
    public synchronized void add(SimulatedNicSpec spec) {
        plug(spec);
    }

    /** Pulls a NIC out: whoever still holds it gets {@code Unreachable}, also out of an operation that hangs. */
    public synchronized void remove(String name) {
        SimulatedNic nic = nic(name);
        present.remove(name);
        pulled.put(nic.hardware().spec(name), nic.hardware().slot());
        nic.vanish();
        nic.faults().clear();
    }

    /** Gives a NIC another name, as udev does; its settings, counters, faults and stable id stay. */
    public synchronized void rename(String oldName, String newName) {
        SimulatedNic nic = nic(oldName);
        requireFree(newName);
        present.remove(oldName);
        nic.vanish();
        present.put(newName, new SimulatedNic(nic.hardware(), newName));
    }

    /** Releases whatever hangs. */
    @Override
    public synchronized void close() {
        present.values().forEach(nic -> nic.faults().clear());
    }

    private void plug(SimulatedNicSpec spec) {
        requireFree(spec.name());
        Slot back = pulled.remove(spec);
        Slot slot = back != null ? back : nextSlot(spec);
        SimulatedHardware hardware = new SimulatedHardware(spec, slot, scenario, seed, nanoClock, sleeper);
        present.put(spec.name(), new SimulatedNic(hardware, spec.name()));
    }

    private Slot nextSlot(SimulatedNicSpec spec) {
        if (nextSlot == SLOTS) {
            throw new IllegalArgumentException("The simulated host has " + SLOTS + " slots, and all were used.");
        }
        Slot slot = new Slot(nextSlot, nextNetdev);
        nextSlot++;
        nextNetdev += spec.ports();
        return slot;
    }

    private void requireFree(String name) {
        if (present.containsKey(name)) {
            throw new IllegalArgumentException("Two simulated NICs cannot have the same name: " + name);
        }
    }
}
