// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import io.roceguard.device.CommandStatus;
import io.roceguard.device.NicException;

/** What it means that the firmware did not do what it was asked, by the status of its reply. */
final class FirmwareRefusal {

    private FirmwareRefusal() {}

    /**
     * {@link NicException.NotSupported} for a command or register that the firmware does not know, as long as it is not
     * for want of rights; {@link NicException.Busy} and {@link NicException.Unreachable} for what passes; else
     * {@link NicException.Refused}.
     *
     * @param reply with a status other than 0
     * @param info the rights of this process
     * @param remedy what an operator can do
     */
    static NicException of(String nic, FirmwareCommand command, FirmwareReply reply, FwctlInfo info, String remedy) {
        int status = reply.status();
        String name = CommandStatus.nameOf(status);
        String operation = command.operation();
        String rights = info.toolsResources() ? "" : withoutTools(info);
        String cameBack =
                String.format("the firmware answered %s (status 0x%x, syndrome 0x%x)", name, status, reply.syndrome());
        return switch (CommandStatus.of(status).orElse(CommandStatus.INTERNAL)) {
            case BAD_OP ->
                info.toolsResources()
                        ? new NicException.NotSupported(nic, operation, cameBack, remedy)
                        : new NicException.Refused(nic, operation, status, name, reply.syndrome(), remedy + rights);
            case BUSY, NO_RES -> new NicException.Busy(nic, operation, cameBack, "The same request may succeed later.");
            case FW_NOT_READY ->
                new NicException.Unreachable(
                        nic, operation, cameBack, "It answers again when the firmware has started.");
            default -> new NicException.Refused(nic, operation, status, name, reply.syndrome(), remedy + rights);
        };
    }

    private static String withoutTools(FwctlInfo info) {
        return String.format(
                " The firmware gave this process no tools rights (uctx_caps 0x%x without TOOLS_RESOURCES 0x4), which may"
                        + " be why.",
                info.uctxCaps());
    }
}
