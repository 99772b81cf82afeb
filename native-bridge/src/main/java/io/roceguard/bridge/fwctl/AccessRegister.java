// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.nio.ByteBuffer;

/**
 * ACCESS_REG of ROCE_ACCL ({@code access_register_in} and {@code _out} of kernel
 * {@code include/linux/mlx5/mlx5_ifc.h}). Behind the common 8 bytes the request has reserved (16 bits), register id (16),
 * argument (32) and the register; the reply has status, syndrome, reserved (64 bits) and the register.
 */
final class AccessRegister {

    private static final int OPCODE = 0x0805;
    private static final int WRITE = 0;
    private static final int READ = 1;
    private static final int REGISTER_ID_AT = 10;

    private static final RegisterField PROFILE_ID = RoceAccl.field("adp_retx_profile_id");

    private AccessRegister() {}

    /**
     * @param dwords length of the register as the device takes it, 16 or 32
     * @throws IllegalArgumentException when the profile id is not 0..7
     */
    static FirmwareCommand get(int profileId, int dwords) {
        RegisterImage index = RegisterImage.zero().with(PROFILE_ID, profileId).resized(dwords);
        return command("GET " + RoceAccl.NAME, Scope.DEBUG_READ_ONLY, READ, index);
    }

    /** Sends exactly these words. */
    static FirmwareCommand set(RegisterImage words) {
        return command("SET " + RoceAccl.NAME, Scope.CONFIGURATION, WRITE, words);
    }

    /** The register in a complete reply to a GET. */
    static RegisterImage image(FirmwareReply reply) {
        return RegisterImage.ofBytes(reply.from(FirmwareCommand.HEADER));
    }

    private static FirmwareCommand command(String operation, Scope scope, int opMod, RegisterImage data) {
        int length = FirmwareCommand.HEADER + data.bytes();
        ByteBuffer request = FirmwareCommand.request(OPCODE, opMod, length)
                .putShort(REGISTER_ID_AT, (short) RoceAccl.ID)
                .put(FirmwareCommand.HEADER, data.toBytes());
        return new FirmwareCommand(operation, scope, request, length);
    }
}
