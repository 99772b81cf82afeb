// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import io.roceguard.bridge.fwctl.FwctlDevice;
import io.roceguard.bridge.fwctl.FwctlDirectory;
import io.roceguard.bridge.fwctl.FwctlNode;
import io.roceguard.bridge.fwctl.FwctlQueuePairs;
import io.roceguard.bridge.fwctl.FwctlRegister;
import io.roceguard.bridge.libc.Errno;
import io.roceguard.bridge.libc.ErrnoException;
import io.roceguard.bridge.libc.NativeCalls;
import io.roceguard.device.NicException;
import io.roceguard.device.QueuePairTiming;
import io.roceguard.device.RegisterPort;
import java.io.IOException;
import java.util.List;

/** By the fwctl device of the NIC's PCI function. */
final class FwctlWay implements Way {

    private final String nic;
    private final String pciAddress;
    private final FwctlDirectory directory;

    FwctlWay(String nic, String pciAddress, FwctlDirectory directory) {
        this.nic = nic;
        this.pciAddress = pciAddress;
        this.directory = directory;
    }

    @Override
    public String label() {
        return "fwctl";
    }

    private FwctlNode node() throws WayClosedException {
        List<FwctlNode> nodes;
        try {
            nodes = directory.of(pciAddress);
        } catch (IOException unreadable) {
            throw new WayClosedException("class/fwctl of sysfs cannot be read: " + unreadable.getMessage());
        }
        if (nodes.isEmpty()) {
            throw new WayClosedException(
                    "no device for " + pciAddress
                            + " in class/fwctl of sysfs (it takes Linux 6.15 or the fwctl modules of DOCA, with mlx5_fwctl loaded)");
        }
        String obstacle = NativeCalls.unavailable();
        if (obstacle != null) {
            throw new WayClosedException(obstacle);
        }
        return nodes.get(0);
    }

    @Override
    public Opened open() throws WayClosedException, NicException {
        FwctlNode node = node();
        FwctlDevice device = new FwctlDevice(nic, node);
        boolean usable = false;
        try {
            device.info();
            usable = true;
            return new Open(device);
        } catch (NicException.Denied | NicException.NotSupported closed) {
            throw new WayClosedException(closed);
        } catch (NicException.Unreachable unreachable) {
            // A reset is over soon, and nobody should reach into the NIC meanwhile; every other obstacle may stay.
            if (resets(unreachable)) {
                throw unreachable;
            }
            throw new WayClosedException(unreachable);
        } finally {
            if (!usable) {
                device.close();
            }
        }
    }

    private static boolean resets(NicException.Unreachable unreachable) {
        return unreachable.getCause() instanceof ErrnoException failed && failed.errno() == Errno.ENXIO;
    }

    private static final class Open implements Opened {

        private final FwctlDevice device;
        private final FwctlRegister register;
        private final FwctlQueuePairs queuePairs;

        Open(FwctlDevice device) {
            this.device = device;
            this.register = new FwctlRegister(device);
            this.queuePairs = new FwctlQueuePairs(device);
        }

        @Override
        public RegisterPort register() {
            return register;
        }

        @Override
        public QueuePairTiming timing(int queuePair) throws NicException {
            return queuePairs.timing(queuePair);
        }

        @Override
        public void close() {
            device.close();
        }
    }
}
