// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import io.roceguard.device.NicException;

/**
 * What it means that the kernel did not pass something on, by errno (kernel {@code drivers/fwctl/main.c},
 * {@code drivers/fwctl/mlx5/main.c}, mlx5's {@code cmd.c}). The same cause always gives the same text.
 */
final class CallFailures {

    private static final String UNKNOWN_EFFECT = " Whether the change took effect is unknown: read the register again.";
    private static final String RESETTING = "ENXIO, the device is down or resetting";
    private static final String AFTER_RESET =
            "It answers again when the reset is over; the kernel log (dmesg) tells about resets.";
    private static final String TIMEOUT = "ETIMEDOUT, the firmware did not answer the kernel within its 60 s";
    private static final String AFTER_TIMEOUT =
            "The kernel log (dmesg) tells about mlx5 command timeouts; a firmware that stays silent needs a reset.";
    private static final String LATER = "Nothing is wrong with the NIC itself; the same request may succeed later.";

    private final String nic;
    private final FwctlNode node;

    CallFailures(String nic, FwctlNode node) {
        this.nic = nic;
        this.node = node;
    }

    /** open(2) failed; nothing was sent. */
    NicException onOpen(String operation, ErrnoException failed) {
        String cameBack = failed.name() + " on opening " + node.node();
        return switch (failed.errno()) {
            case Errno.EACCES, Errno.EPERM ->
                new NicException.Denied(
                        nic,
                        operation,
                        cameBack,
                        "Run the daemon as root, or give its group the node by a udev rule such as SUBSYSTEM==\"fwctl\","
                                + " GROUP=\"roceguard\", MODE=\"0660\"; a container must be given the device.");
            case Errno.ENOENT, Errno.ENODEV ->
                new NicException.Unreachable(
                        nic,
                        operation,
                        cameBack,
                        "The function has been removed or its driver unbound, or this container is not given the device;"
                                + " it is opened again on the next call.",
                        failed);
            case Errno.ENXIO -> new NicException.Unreachable(nic, operation, RESETTING, AFTER_RESET, failed);
            case Errno.ETIMEDOUT -> new NicException.Timeout(nic, operation, TIMEOUT, AFTER_TIMEOUT);
            case Errno.EMFILE, Errno.ENFILE ->
                new NicException.Busy(
                        nic, operation, cameBack, "Raise the limit of open files (LimitNOFILE of the unit).");
            case Errno.EAGAIN, Errno.EBUSY, Errno.EINTR, Errno.ENOMEM ->
                new NicException.Busy(nic, operation, cameBack, LATER);
            default ->
                new NicException.Unreachable(
                        nic,
                        operation,
                        cameBack,
                        "Opening asks the firmware for a user context; the kernel log (dmesg) tells what it answered.",
                        failed);
        };
    }

    /** FWCTL_INFO failed. */
    NicException onInfo(String operation, ErrnoException failed) {
        return onCall("FWCTL_INFO", operation, "", failed);
    }

    /** FWCTL_RPC failed. */
    NicException onCommand(FirmwareCommand command, ErrnoException failed) {
        String effect = command.scope().changes() ? UNKNOWN_EFFECT : "";
        if (failed.errno() == Errno.EBADMSG) {
            return new NicException.Denied(
                    nic,
                    command.operation(),
                    "EBADMSG, the kernel does not pass this command to the firmware in scope "
                            + command.scope().number() + " (" + command.scope() + ")",
                    "Its fwctl driver is older or stricter than Linux 6.15; use mlxreg on this host instead.");
        }
        return onCall("FWCTL_RPC", command.operation(), effect, failed);
    }

    private NicException onCall(String call, String operation, String effect, ErrnoException failed) {
        String cameBack = failed.name() + " from " + call + " on " + node.node();
        return switch (failed.errno()) {
            case Errno.ENODEV ->
                new NicException.Unreachable(
                        nic,
                        operation,
                        "ENODEV, " + node.node() + " has been removed",
                        "The function is gone, its driver was unbound or it was reset; it is opened again on the next"
                                + " call." + effect,
                        failed);
            case Errno.ENXIO -> new NicException.Unreachable(nic, operation, RESETTING, AFTER_RESET + effect, failed);
            case Errno.ETIMEDOUT -> new NicException.Timeout(nic, operation, TIMEOUT, AFTER_TIMEOUT + effect);
            case Errno.EPERM, Errno.EACCES ->
                new NicException.Denied(
                        nic,
                        operation,
                        cameBack,
                        "The kernel lets this process open the device but not use it: look at lockdown mode"
                                + " (/sys/kernel/security/lockdown) and at the security modules of this host.");
            case Errno.EINTR ->
                effect.isEmpty()
                        ? new NicException.Busy(
                                nic, operation, "signals interrupted " + call + " again and again", LATER)
                        : new NicException.Timeout(
                                nic,
                                operation,
                                "EINTR, a signal ended " + call + " early",
                                "It is not repeated." + effect);
            case Errno.EAGAIN, Errno.EBUSY, Errno.ENOMEM ->
                new NicException.Busy(nic, operation, cameBack, LATER + effect);
            // Says nothing about the NIC, so it is not for NotSupported.
            case Errno.EINVAL, Errno.E2BIG, Errno.EFAULT, Errno.EMSGSIZE, Errno.ENOTTY, Errno.EOPNOTSUPP ->
                new NicException.Denied(
                        nic,
                        operation,
                        cameBack + ": this program and the kernel disagree about the interface",
                        "Report this message with the kernel's version (uname -r); mlxreg on this host may still reach the"
                                + " register.");
            default ->
                new NicException.Unreachable(
                        nic, operation, cameBack, "The kernel log (dmesg) tells what mlx5_core met." + effect, failed);
        };
    }

    /** The name of the node stands for another function now. */
    NicException moved(String operation) {
        return new NicException.Unreachable(
                nic,
                operation,
                node.name() + " does not belong to function " + node.pciAddress() + " any more",
                "Nothing was sent; the node of that function is found by the next scan.");
    }

    /** The node has other numbers than sysfs says. */
    NicException otherNode(String operation, String numbers) {
        return new NicException.Unreachable(
                nic,
                operation,
                node.node() + " is not the device that sysfs has under this name: " + numbers,
                "Nothing was sent. Give the daemon the host's own /dev/fwctl, or make the node anew.");
    }

    /** It is no mlx5 device. */
    NicException otherType(String operation, String type) {
        return new NicException.NotSupported(
                nic,
                operation,
                node.node() + " is a device of type " + type + " and not MLX5",
                "ROCE_ACCL is a register of ConnectX NICs; this device cannot have it.");
    }

    /** FWCTL_INFO told less than the uid and its capabilities. */
    NicException shortInfo(String operation) {
        return new NicException.NotSupported(
                nic,
                operation,
                "FWCTL_INFO on " + node.node() + " does not tell the capabilities of this process",
                "Report this message with the kernel's version (uname -r); nothing was sent.");
    }

    /** The reply is too short to hold what was asked for; what is missing is not taken for zeros. */
    NicException shortReply(FirmwareCommand command, int length) {
        return new NicException.Unreachable(
                nic,
                command.operation(),
                "the reply has " + length + " of " + command.replyLength() + " bytes",
                "No value is taken from it; report this message with the versions of kernel and firmware."
                        + (command.scope().changes() ? UNKNOWN_EFFECT : ""));
    }
}
