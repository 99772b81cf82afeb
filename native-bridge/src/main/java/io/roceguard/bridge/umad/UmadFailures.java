// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.umad;

import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import io.roceguard.device.NicException;

/** What the kernel answered at a umad node, as errors of a NIC. */
record UmadFailures(UmadDevice device) {

    /** What ib_umad says of a port that has been removed. */
    private static final int EPIPE = 32;

    NicException opening(ErrnoException failed) {
        String operation = "Opening " + device.node();
        return switch (failed.errno()) {
            case Errno.EPERM, Errno.EACCES -> denied(operation, failed);
            case Errno.ENOENT, Errno.ENXIO, Errno.ENODEV -> gone(operation, failed);
            case Errno.EBUSY, Errno.EMFILE, Errno.ENFILE, Errno.ENOMEM ->
                new NicException.Busy(
                        device.rdmaDevice(),
                        operation,
                        failed.name(),
                        "Resources are short or in use; try again later.");
            default -> other(operation, failed);
        };
    }

    NicException registering(UmadRegistration wanted, ErrnoException failed) {
        String operation = String.format("Registering for MADs of class 0x%x", wanted.managementClass());
        return switch (failed.errno()) {
            case Errno.EINVAL, Errno.EBUSY ->
                new NicException.Busy(
                        device.rdmaDevice(),
                        operation,
                        failed.name() + ", as when another program receives methods of this class",
                        "The kernel log says which method is already in use; end the other program (a subnet manager,"
                                + " ibping -S or a second daemon).");
            case Errno.ENOMEM ->
                new NicException.Busy(
                        device.rdmaDevice(),
                        operation,
                        failed.name() + ", as with more than 32 registrations",
                        "Give up registrations that are not needed, or try again later.");
            case Errno.EPROTONOSUPPORT ->
                new NicException.NotSupported(
                        device.rdmaDevice(),
                        operation,
                        failed.name() + ", QP " + wanted.qpn() + " does not exist on port " + device.port(),
                        "RoCE ports have no QP 0, and some drivers no QP 1.");
            default -> common(operation, failed);
        };
    }

    NicException sending(ErrnoException failed) {
        String operation = "Sending a MAD";
        return failed.errno() == Errno.EINVAL
                ? new NicException.Unreachable(
                        device.rdmaDevice(),
                        operation,
                        failed.name() + ", the kernel takes no such address, a request with the same transaction id is"
                                + " under way, or the device is gone",
                        "On RoCE an address needs a GRH with an existing local GID index and a GID that can be resolved.",
                        failed)
                : common(operation, failed);
    }

    NicException receiving(ErrnoException failed) {
        return common("Receiving a MAD", failed);
    }

    private NicException common(String operation, ErrnoException failed) {
        return switch (failed.errno()) {
            case Errno.EPERM, Errno.EACCES -> denied(operation, failed);
            case Errno.EIO, EPIPE, Errno.ENODEV, Errno.ENXIO, Errno.EBADF -> gone(operation, failed);
            case Errno.EAGAIN, Errno.ENOMEM, Errno.EBUSY, Errno.ENOBUFS ->
                new NicException.Busy(
                        device.rdmaDevice(), operation, failed.name(), "Resources are short; try again later.");
            default -> other(operation, failed);
        };
    }

    private NicException denied(String operation, ErrnoException failed) {
        return new NicException.Denied(
                device.rdmaDevice(),
                operation,
                failed.name(),
                "Run as root, or let a udev rule give the daemon's group access to " + device.node()
                        + "; a container also needs the device's network namespace.");
    }

    private NicException gone(String operation, ErrnoException failed) {
        return new NicException.Unreachable(
                device.rdmaDevice(),
                operation,
                failed.name() + ", the device is gone",
                "It was removed or its driver is being reloaded; open it again when it is back.",
                failed);
    }

    private NicException other(String operation, ErrnoException failed) {
        return new NicException.Unreachable(
                device.rdmaDevice(),
                operation,
                failed.name() + " at " + device.node(),
                "See that it is a node of ib_umad, and look at the kernel log.",
                failed);
    }
}
