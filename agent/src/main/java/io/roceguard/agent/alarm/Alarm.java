// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.alarm;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One alarm as it stands. Immutable.
 *
 * @param id ascending, one for each time that something goes wrong; 1 or more
 * @param stableId what the NIC is, whatever its name
 * @param nic RDMA device name as it was last known, {@code mlx5_0}
 * @param pciAddress {@code 0000:1a:00.0}, {@code ""} where it has none
 * @param port 1 or more, 0 for the whole NIC
 * @param verdict the diagnosis by name, {@code PathDead}
 * @param certainty {@code certain}, {@code probable} or {@code hint}
 * @param profile what held when it was last seen: {@code profile 1}, {@code firmware}, {@code off}, {@code unknown}
 * @param summary what is wrong, one line
 * @param evidence what that rests on, a line each
 * @param nextStep what to do, a sentence or some
 * @param owners who lost a connection, {@code pid 4711 (train.py)}; at most some
 * @param count how often it happened since it began: dead queue pairs where it is about those
 * @param startedMillis epoch milliseconds of the first sign
 * @param updatedMillis epoch milliseconds of the last change of what stands here
 * @param lastSeenMillis epoch milliseconds when it was last wrong
 * @param endedMillis null while it fires
 * @param acknowledgedBy who has seen it, {@code ""} for nobody
 * @param acknowledgement what they said
 * @param silencedUntilMillis epoch milliseconds until which it is not told, 0 when it is
 * @param members NICs that this stands for, when it is a whole storm; else empty
 */
public record Alarm(
        long id,
        AlarmRule rule,
        AlarmSeverity severity,
        AlarmState state,
        String stableId,
        String nic,
        String pciAddress,
        int port,
        String verdict,
        String certainty,
        String profile,
        String summary,
        List<String> evidence,
        String nextStep,
        List<String> owners,
        long count,
        long startedMillis,
        long updatedMillis,
        long lastSeenMillis,
        @Nullable Long endedMillis,
        String acknowledgedBy,
        String acknowledgement,
        long silencedUntilMillis,
        List<String> members) {

    public Alarm {
        evidence = List.copyOf(evidence);
        owners = List.copyOf(owners);
        members = List.copyOf(members);
    }

    /** Whether it has not ended. */
    public boolean active() {
        return state == AlarmState.FIRING;
    }
}
