// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import io.roceguard.device.NicException;
import java.io.IOException;
import java.net.SocketTimeoutException;

/** What a failure of netlink means for an operation on a NIC. */
final class NetlinkFailures {

    private final String nic;
    private final String operation;

    NetlinkFailures(String nic, String operation) {
        this.nic = nic;
        this.operation = operation;
    }

    /** The device was listed before and is not any more. */
    NicException gone() {
        return new NicException.Unreachable(
                nic,
                operation,
                "RDMA netlink no longer lists the device",
                "It was removed, renamed or moved to another network namespace, or its driver is being reloaded; the"
                        + " next scan finds it again when it is back.");
    }

    /** The device was never listed. */
    NicException notVisible() {
        return new NicException.NotSupported(
                nic,
                operation,
                "RDMA netlink does not list the device: it is not visible in this network namespace",
                "Run the daemon in the network namespace that owns the device, or set rdma system netns to shared.");
    }

    NicException of(IOException failed) {
        if (failed instanceof ErrnoException errno) {
            return of(errno);
        }
        String cameBack = String.valueOf(failed.getMessage());
        if (failed instanceof SocketTimeoutException) {
            return new NicException.Timeout(
                    nic, operation, cameBack, "The next reading uses a new socket; see dmesg for a driver that hangs.");
        }
        if (failed instanceof NetlinkSocket.UnsupportedOperation) {
            return new NicException.NotSupported(
                    nic, operation, cameBack, "Give the process a writable java.io.tmpdir that is not mounted noexec.");
        }
        return new NicException.Unreachable(
                nic,
                operation,
                "the answer of RDMA netlink is malformed, " + cameBack,
                "The next reading uses a new socket; if this stays so, report it with the output of uname -r.",
                failed);
    }

    private NicException of(ErrnoException failed) {
        String cameBack = String.valueOf(failed.getMessage());
        return switch (failed.errno()) {
            case Errno.EPROTONOSUPPORT ->
                new NicException.NotSupported(
                        nic,
                        operation,
                        cameBack + ", so this kernel has no RDMA netlink",
                        "Load the module ib_core; until then there is only sysfs.");
            case Errno.EAFNOSUPPORT ->
                new NicException.NotSupported(
                        nic,
                        operation,
                        cameBack + ", so this process may not open netlink sockets",
                        "Add AF_NETLINK to RestrictAddressFamilies of the daemon's unit; until then there is only"
                                + " sysfs.");
            case Errno.EINVAL, Errno.EOPNOTSUPP ->
                new NicException.NotSupported(
                        nic,
                        operation,
                        cameBack,
                        "The kernel has no answer to this for the device or the port: in switchdev mode counters are"
                                + " kept for the whole device, and older kernels and other drivers lack some of them.");
            case Errno.EMSGSIZE ->
                new NicException.NotSupported(
                        nic,
                        operation,
                        cameBack,
                        "The answer does not fit in one message; rdma statistic fails likewise.");
            case Errno.EPERM, Errno.EACCES ->
                new NicException.Denied(
                        nic,
                        operation,
                        cameBack,
                        "Allow the process AF_NETLINK sockets in its seccomp profile or SELinux policy.");
            case Errno.EBUSY, Errno.ENOBUFS, Errno.ENOMEM ->
                new NicException.Busy(
                        nic,
                        operation,
                        cameBack,
                        "The kernel is short of memory or busy with another; the next reading tries again.");
            case Errno.EMFILE, Errno.ENFILE ->
                new NicException.Unreachable(
                        nic, operation, cameBack, "Raise LimitNOFILE of the daemon's unit, or fs.file-max.", failed);
            default ->
                new NicException.Unreachable(
                        nic,
                        operation,
                        cameBack,
                        "The device may be resetting or on its way out; the next reading tries again.",
                        failed);
        };
    }
}
