// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import io.roceguard.device.CommandStatus;
import io.roceguard.device.NicException;
import io.roceguard.device.QueuePairTiming;

/**
 * The hardware contexts of queue pairs through fwctl. Whether a firmware shows a process the queue pairs of others is
 * not verified on hardware.
 */
public final class FwctlQueuePairs {

    private final FwctlDevice device;

    /**
     * @param device shared with {@link FwctlRegister}; closed by its owner
     */
    public FwctlQueuePairs(FwctlDevice device) {
        this.device = device;
    }

    /**
     * The retry settings of one queue pair.
     *
     * @param number local QP number, 24 bits
     * @throws NicException.Refused where the firmware does not let this process see that queue pair, or it is gone
     */
    public QueuePairTiming timing(int number) throws NicException {
        FirmwareCommand command = QueryQp.command(number);
        FirmwareReply reply = device.execute(command);
        if (reply.status() != 0) {
            throw FirmwareRefusal.of(device.nic(), command, reply, device.info(), remedy(reply));
        }
        return QueryQp.timing(number, reply);
    }

    private static String remedy(FirmwareReply reply) {
        return reply.status() == CommandStatus.BAD_OP.code()
                ? "This firmware takes no QUERY_QP from this process."
                : "Either that queue pair is gone, or the firmware does not show this process the queue pairs of other"
                        + " processes.";
    }
}
