// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.device.NicIdentity;
import io.roceguard.device.PortInfo;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one NIC looked like at the end of its last poll. Immutable; readers take it as it is and look at its age.
 *
 * @param identity who the NIC is
 * @param health how reaching it goes
 * @param ports by number
 * @param register the last reading of ROCE_ACCL, or why there is none
 * @param counters by port number; a port that could not be read at all has its reason inside
 * @param queuePairs the last listing of the queue pairs, or why there is none
 * @param registerAccessPath how the register is reached
 * @param registerAccessReason why not in a better way, empty where there is none
 */
public record NicSnapshot(
        NicIdentity identity,
        NicHealth health,
        List<PortInfo> ports,
        RegisterState register,
        Map<Integer, PortCounters> counters,
        QueuePairsState queuePairs,
        String registerAccessPath,
        String registerAccessReason) {

    public NicSnapshot {
        ports = List.copyOf(ports);
        counters = Collections.unmodifiableMap(new TreeMap<>(counters));
    }

    /** RDMA device name. */
    public String name() {
        return identity.name();
    }

    NicSnapshot withRegister(RegisterState newRegister) {
        return new NicSnapshot(
                identity, health, ports, newRegister, counters, queuePairs, registerAccessPath, registerAccessReason);
    }

    NicSnapshot withHealth(NicHealth newHealth) {
        return new NicSnapshot(
                identity, newHealth, ports, register, counters, queuePairs, registerAccessPath, registerAccessReason);
    }

    NicSnapshot withQueuePairs(QueuePairsState newQueuePairs) {
        return new NicSnapshot(
                identity, health, ports, register, counters, newQueuePairs, registerAccessPath, registerAccessReason);
    }
}
