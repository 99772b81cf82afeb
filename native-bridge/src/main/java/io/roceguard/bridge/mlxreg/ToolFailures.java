// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import io.roceguard.device.NicException;

/**
 * What the tool said, as errors of a NIC. Only a tool that has found out that the NIC has no such register makes it
 * {@link NicException.NotSupported}: what is wrong with the tool tells nothing about the NIC.
 *
 * @param nic RDMA device name, for messages
 */
record ToolFailures(String nic, MlxregTool tool, MlxregDevice device) {

    private static final String SELF_MADE =
            "Nothing was sent. The daemon asked the tool for something wrong; report it together with the tool's version.";

    NicException of(String operation, ToolError error) {
        String cameBack = tool.name() + " said \"" + error.text() + "\"";
        return switch (error.failure()) {
            case DEVICE_GONE ->
                new NicException.Unreachable(
                        nic,
                        operation,
                        cameBack,
                        "The device was removed or renamed, is resetting, or its driver is being reloaded; the tool was asked"
                                + " for " + device + ".");
            case PERMISSION ->
                new NicException.Denied(
                        nic,
                        operation,
                        cameBack,
                        "The tool needs root. Run the daemon as root, or let it use fwctl, for which access to /dev/fwctl is"
                                + " enough.");
            case LOCKDOWN ->
                new NicException.Denied(
                        nic,
                        operation,
                        cameBack,
                        "Kernel lockdown (secure boot) keeps root away from PCI configuration space too. Use fwctl (Linux 6.15"
                                + " or later), or a signed mst module and its device below /dev/mst.");
            case BUSY -> new NicException.Busy(nic, operation, cameBack, semaphoreRemedy());
            case NO_ANSWER ->
                new NicException.Timeout(
                        nic,
                        operation,
                        cameBack,
                        "The firmware may still work on it; whether a SET took effect is unknown until the register is read"
                                + " again.");
            case UNSUPPORTED ->
                new NicException.NotSupported(
                        nic,
                        operation,
                        cameBack,
                        "The NIC or its firmware has no such access to registers; update the firmware where the NIC is a"
                                + " ConnectX-5 or later.");
            case DEVICE_KIND_UNKNOWN ->
                new NicException.Unreachable(
                        nic,
                        operation,
                        cameBack,
                        "This version of " + tool.name()
                                + " knows no fwctl devices (mstflint 4.32 and later do). Update it, or"
                                + " have it use the PCI address.");
            case TOOL_TABLE_TOO_OLD ->
                new NicException.Unreachable(
                        nic,
                        operation,
                        cameBack,
                        "The register table of this version of " + tool.name()
                                + " is too old (ADP fields need 4.33); by"
                                + " --reg_id 0x402c the register is reached all the same.");
            case REG_LEN_TOO_SHORT ->
                new NicException.Unreachable(
                        nic,
                        operation,
                        cameBack,
                        "The register has neither 0x40 nor 0x80 bytes on this firmware, which is known of none; report it with"
                                + " the firmware version.");
            case VALIDATION, BUG_IN_REQUEST -> new NicException.Unreachable(nic, operation, cameBack, SELF_MADE);
            case FW_REJECTED -> refused(operation, error);
            case UNKNOWN ->
                new NicException.Unreachable(
                        nic,
                        operation,
                        tool.name() + " failed with " + error.text(),
                        "Run " + tool + " -d " + device + " --reg_id 0x402c --reg_len 0x40 --get by hand to see more.");
        };
    }

    private NicException.Refused refused(String operation, ToolError error) {
        ToolStatus status = error.status();
        String name = status == null ? "\"" + error.text() + "\"" : status.name();
        return new NicException.Refused(
                nic,
                operation,
                status == null ? 0 : status.number(),
                name + " (as the tool says)",
                error.syndrome(),
                device.isFwctl()
                        ? "Over fwctl, mstflint up to 4.33 misnames what the firmware answers; the kernel log and newer"
                                + " versions tell more."
                        : "Compare the values with what the register says it supports; the syndrome, where there is one,"
                                + " tells NVIDIA's support why.");
    }

    private String semaphoreRemedy() {
        return "Another program holds the device (look for mlxreg, mlxconfig, flint), or one was killed in the middle of an"
                + " access and left the semaphore taken; if none runs, clear it with: mstmcra -c " + device
                + " (mcra -c with MFT).";
    }
}
