// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

/**
 * A NIC to simulate.
 *
 * @param name RDMA device name, {@code mlx5_0}; not blank
 * @param preset what it is
 * @param ports 1..{@value #MAX_PORTS}
 */
public record SimulatedNicSpec(String name, CapabilityPreset preset, int ports) {

    public static final int MAX_PORTS = 8;

    public SimulatedNicSpec {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A simulated NIC needs a name, such as mlx5_0.");
        }
        if (ports < 1 || ports > MAX_PORTS) {
            throw new IllegalArgumentException(
                    "Simulated NIC " + name + " must have 1.." + MAX_PORTS + " ports: ports=" + ports);
        }
    }

    /**
     * @param preset id of a {@link CapabilityPreset}
     * @throws IllegalArgumentException when there is no such preset, or the number of ports is out of range
     */
    public static SimulatedNicSpec of(String name, String preset, int ports) {
        return new SimulatedNicSpec(name, CapabilityPreset.of(preset), ports);
    }
}
