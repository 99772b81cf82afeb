// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import static io.roceguard.register.RegisterImage.LONG_DWORDS;
import static io.roceguard.register.RegisterImage.SHORT_DWORDS;

import io.roceguard.device.CommandStatus;
import io.roceguard.device.NicException;
import io.roceguard.device.RegisterPort;
import io.roceguard.register.RegisterImage;
import java.util.function.IntFunction;

/**
 * ROCE_ACCL through fwctl. Which of the register's two lengths a device takes is found by asking: 0x40 bytes first, and
 * the other one when the firmware answers that the length is wrong. The answer is remembered until the device is opened
 * anew, because then it may run another firmware.
 */
public final class FwctlRegister implements RegisterPort {

    private final FwctlDevice device;
    private int dwords = SHORT_DWORDS;
    private int learnedInOpening;

    /**
     * @param device shared with {@link FwctlQueuePairs}; closed by its owner
     */
    public FwctlRegister(FwctlDevice device) {
        this.device = device;
    }

    @Override
    public String accessPath() {
        return device.name();
    }

    @Override
    public String accessReason() {
        return "";
    }

    @Override
    public RegisterImage get(int profileId) throws NicException {
        return AccessRegister.image(execute(length -> AccessRegister.get(profileId, length), true));
    }

    @Override
    public void set(RegisterImage words) throws NicException {
        boolean fitsShort = words.resized(SHORT_DWORDS).resized(LONG_DWORDS).equals(words.resized(LONG_DWORDS));
        execute(length -> AccessRegister.set(fitsShort ? words.resized(length) : words), fitsShort);
    }

    private FirmwareReply execute(IntFunction<FirmwareCommand> ofLength, boolean anyLength) throws NicException {
        FirmwareCommand command = ofLength.apply(dwords);
        int opening = device.openings(command.operation());
        if (opening != learnedInOpening) {
            learnedInOpening = opening;
            dwords = SHORT_DWORDS;
            command = ofLength.apply(dwords);
        }
        FirmwareReply reply = device.execute(command);
        if (anyLength && isLengthRefused(reply)) {
            int other = dwords == SHORT_DWORDS ? LONG_DWORDS : SHORT_DWORDS;
            command = ofLength.apply(other);
            reply = device.execute(command);
            if (!isLengthRefused(reply)) {
                dwords = other;
            }
        }
        if (reply.status() != 0) {
            throw FirmwareRefusal.of(device.nic(), command, reply, device.info(), remedy(command, reply));
        }
        return reply;
    }

    private static boolean isLengthRefused(FirmwareReply reply) {
        return reply.status() == CommandStatus.BAD_INP_LEN.code()
                || reply.status() == CommandStatus.BAD_OUTP_LEN.code();
    }

    private static String remedy(FirmwareCommand command, FirmwareReply reply) {
        boolean changes = command.scope().changes();
        return switch (CommandStatus.of(reply.status()).orElse(CommandStatus.INTERNAL)) {
            case BAD_OP ->
                "This firmware does not know register ROCE_ACCL (0x402c) on this function; it came with"
                        + " ConnectX-5.";
            case BAD_PARAM, IX ->
                changes
                        ? "A value or the profile id is outside what this firmware takes: compare with"
                                + " adp_retx_base_timeout_min, adp_retx_profile_max_id and max_range_num of a GET."
                        : "This firmware has no profile of that id: adp_retx_profile_max_id of a GET of the active profile"
                                + " names the highest.";
            case BAD_SYS_STATE, BAD_RES_STATE, BAD_QP_STATE ->
                changes
                        ? "The device does not allow it in its present state; firmware before xx.46.1006 changes no profile"
                                + " while queue pairs are active."
                        : "The device does not allow it in its present state; the kernel log (dmesg) may tell why.";
            case BAD_INP_LEN, BAD_OUTP_LEN ->
                "It takes the register in neither 0x40 nor 0x80 bytes; report this message"
                        + " with the firmware's version.";
            default ->
                "Report this message with the firmware's version; the syndrome tells NVIDIA's support the cause.";
        };
    }
}
