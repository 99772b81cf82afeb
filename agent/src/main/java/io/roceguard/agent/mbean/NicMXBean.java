// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import org.jspecify.annotations.Nullable;

/** {@code io.roceguard:type=Nic,name=...}: one RDMA device. What the host does not tell is null. */
@Description(
        "One RDMA device: who it is, whether adaptive retransmission is on and how that is known, its ports, and how "
                + "well each of its interfaces can be read.")
public interface NicMXBean {

    @Description("RDMA device name; may change with udev.")
    String getName();

    @Description("PCI address and node GUID: stays the same when the name changes.")
    String getStableId();

    @Description("PCI address.")
    @Nullable
    String getPciAddress();

    @Description("Node GUID.")
    @Nullable
    String getNodeGuid();

    @Description("Kernel driver behind the device.")
    @Nullable
    String getDriver();

    @Description("Firmware version.")
    @Nullable
    String getFirmware();

    @Description("Board id (PSID).")
    @Nullable
    String getBoardId();

    @Description("HCA type, such as MT4129.")
    @Nullable
    String getHcaType();

    @Description("True for an SR-IOV virtual function.")
    boolean isVirtualFunction();

    @Description(
            "Whether adaptive retransmission is on: unsupported, off, firmware (its own timeouts), profile, unknown.")
    String getAdpMode();

    @Description("One sentence: from what the ADP mode is known.")
    String getAdpEvidence();

    @Description("Id of the active ADP profile, 0 for the firmware's own timeouts; null when unknown.")
    @Range(min = 0, max = 7)
    @Nullable
    Long getActiveProfileId();

    @Description("How the register ROCE_ACCL is reached.")
    String getRegisterAccessPath();

    @Description("Why the register is not reached in a better way, a sentence for each; empty where there is none.")
    String getRegisterAccessReason();

    @Description("Where the counters of the ports come from.")
    String getCounterSource();

    @Description("ok, starting, unreachable (call pending 42 s), or the error as a sentence.")
    String getState();

    @Description("When the state became what it is.")
    @Unit("ms since the epoch")
    @Range(min = 0)
    long getStateSinceMillis();

    @Description("Time since the last finished poll; null before the first.")
    @Unit("ms")
    @Range(min = 0)
    @Nullable
    Long getPollAgeMillis();

    @Description("How long the last poll took.")
    @Unit("us")
    @Range(min = 0)
    long getPollDurationMicros();

    @Description("Finished polls since the NIC was found.")
    @Unit("polls")
    @Range(min = 0)
    long getPolls();

    @Description("The ports with their counters' availability.")
    PortView[] getPorts();

    @Description("How well each interface of the NIC can be read.")
    HealthView[] getHealth();
}
