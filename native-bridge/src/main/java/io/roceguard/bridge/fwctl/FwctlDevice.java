// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import io.roceguard.bridge.libc.Descriptor;
import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import io.roceguard.device.NicException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The fwctl device of one NIC: the one descriptor through which its firmware is asked. Opened by the first call that needs
 * it and again after the kernel said that what it stood for has been removed. For one thread; a call blocks for as long as
 * the kernel likes, which gives the firmware 60 s.
 */
public final class FwctlDevice implements AutoCloseable {

    /** {@code _IO(0x9a, n)}: no direction and no size in the number. */
    private static final long FWCTL_INFO = 0x9a00;

    private static final long FWCTL_RPC = 0x9a01;

    /** How often a signal may interrupt one call that is harmless to repeat. */
    private static final int ATTEMPTS = 8;

    private final String nic;
    private final FwctlNode node;
    private final CallFailures failures;
    private @Nullable Opening opening;
    private boolean closed;
    private int openings;

    /** One successful open and what the kernel said about it. */
    private record Opening(Descriptor descriptor, FwctlInfo info) {}

    /** A call into the kernel. */
    private interface Call<T> {
        T run() throws ErrnoException;
    }

    /**
     * @param nic name of the RDMA device, for messages
     * @param node what {@link FwctlDirectory} found for its function; not opened yet
     */
    public FwctlDevice(String nic, FwctlNode node) {
        this.nic = nic;
        this.node = node;
        this.failures = new CallFailures(nic, node);
    }

    /**
     * What the firmware gave this process; opens the device if it is not open.
     *
     * @throws NicException.Denied when this process may not open it
     * @throws NicException.NotSupported when it is no mlx5 device
     * @throws NicException.Unreachable when the function is gone
     */
    public FwctlInfo info() throws NicException {
        return opened("FWCTL_INFO").info();
    }

    /** {@code fwctl0}. */
    public String name() {
        return node.name();
    }

    String nic() {
        return nic;
    }

    /**
     * How often the device has been opened, counting the one that a command sent now would go through. What was learned
     * about a device holds for one opening.
     */
    int openings(String operation) throws NicException {
        opened(operation);
        return openings;
    }

    /**
     * FWCTL_RPC.
     *
     * @return a reply with a status other than 0, or a complete one
     */
    FirmwareReply execute(FirmwareCommand command) throws NicException {
        Descriptor descriptor = opened(command.operation()).descriptor();
        byte[] reply;
        try {
            reply = command.scope().changes() ? rpc(descriptor, command) : repeated(() -> rpc(descriptor, command));
        } catch (ErrnoException failed) {
            if (failed.errno() == Errno.ENODEV) {
                release();
            }
            throw failures.onCommand(command, failed);
        }
        if (reply.length < FirmwareReply.HEADER || (reply.length < command.replyLength() && reply[0] == 0)) {
            throw failures.shortReply(command, reply.length);
        }
        return new FirmwareReply(reply);
    }

    private static byte[] rpc(Descriptor descriptor, FirmwareCommand command) throws ErrnoException {
        RpcMemory memory = new RpcMemory(command);
        descriptor.ioctl("FWCTL_RPC", FWCTL_RPC, memory.structure());
        return memory.reply();
    }

    private Opening opened(String operation) throws NicException {
        if (closed) {
            throw new NicException.Unreachable(nic, operation, node.node() + " has been closed", "Nothing was sent.");
        }
        if (opening == null) {
            opening = open(operation);
            openings++;
        }
        return opening;
    }

    private Opening open(String operation) throws NicException {
        Descriptor descriptor;
        try {
            descriptor = repeated(() -> Descriptor.open(node.node().toString(), Descriptor.O_RDWR));
        } catch (ErrnoException failed) {
            throw failures.onOpen(operation, failed);
        }
        try {
            return new Opening(descriptor, identify(operation, descriptor));
        } catch (NicException | RuntimeException unusable) {
            descriptor.close();
            throw unusable;
        }
    }

    private FwctlInfo identify(String operation, Descriptor descriptor) throws NicException {
        if (!node.belongsToItsFunction()) {
            throw failures.moved(operation);
        }
        refuseOtherNode(operation);
        InfoMemory memory;
        try {
            memory = repeated(() -> info(descriptor));
        } catch (ErrnoException failed) {
            throw failures.onInfo(operation, failed);
        }
        if (memory.deviceType() != InfoMemory.MLX5) {
            throw failures.otherType(operation, memory.deviceTypeName());
        }
        if (!memory.complete()) {
            throw failures.shortInfo(operation);
        }
        return memory.info();
    }

    private void refuseOtherNode(String operation) throws NicException {
        String numbers;
        try {
            numbers = node.mixedUp();
        } catch (IOException unreadable) {
            throw failures.moved(operation);
        }
        if (numbers != null) {
            throw failures.otherNode(operation, numbers);
        }
    }

    private static InfoMemory info(Descriptor descriptor) throws ErrnoException {
        InfoMemory memory = new InfoMemory();
        descriptor.ioctl("FWCTL_INFO", FWCTL_INFO, memory.structure());
        return memory;
    }

    /** Repeats what a signal interrupted. For calls that change nothing: a SET may have taken effect before. */
    private static <T> T repeated(Call<T> call) throws ErrnoException {
        for (int attempt = 1; ; attempt++) {
            try {
                return call.run();
            } catch (ErrnoException failed) {
                if (failed.errno() != Errno.EINTR || attempt == ATTEMPTS) {
                    throw failed;
                }
            }
        }
    }

    private void release() {
        if (opening != null) {
            opening.descriptor().close();
            opening = null;
        }
    }

    /** Idempotent; nothing is opened again. */
    @Override
    public void close() {
        closed = true;
        release();
    }
}
