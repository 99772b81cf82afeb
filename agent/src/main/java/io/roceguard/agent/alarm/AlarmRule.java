// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.alarm;

import java.util.Locale;

/** What an alarm is about; one NIC has at most one active alarm of each. */
public enum AlarmRule {
    /** Queue pairs die of RETRY_EXC, whatever the cause. */
    PATH_FAILURE("Queue pairs die because their retries run out."),
    /** The link of a port goes down and comes back, or stays down. */
    LINK("The link of a port is down, or goes down again and again."),
    /** Packets are sent again although none was lost. */
    SPURIOUS_RETRANSMISSION("Packets are sent again although none was lost."),
    /** The peers send faster than the receivers post buffers. */
    RECEIVER_SLOW("Receivers post too few buffers."),
    /** The fabric loses packets. */
    PACKET_LOSS("The fabric loses packets."),
    /** The fabric is congested. */
    CONGESTION("The fabric is congested."),
    /** The NIC has left its desired state. */
    PROFILE_DRIFT("The NIC has left its desired state."),
    /** A setting of the device keeps adaptive retransmission from working. */
    ADP_DISABLED_BY_ACK_LIMIT("A setting keeps adaptive retransmission from working."),
    /** The counters tell nothing any more. */
    FROZEN_COUNTERS("The counters do not tell anything any more."),
    /** A NIC that was watched has vanished. */
    NIC_GONE("A NIC has vanished.");

    private final String summary;

    AlarmRule(String summary) {
        this.summary = summary;
    }

    /** As it stands in the configuration and in JSON: {@code path_failure}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** As Alertmanager and Prometheus name alerts: {@code RoceguardPathFailure}. */
    public String alertName() {
        StringBuilder name = new StringBuilder("Roceguard");
        for (String word : label().split("_", -1)) {
            name.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
        }
        return name.toString();
    }

    /** What it is about, a sentence. */
    public String summary() {
        return summary;
    }
}
