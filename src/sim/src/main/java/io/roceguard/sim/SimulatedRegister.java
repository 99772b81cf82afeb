// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.device.CommandStatus;
import io.roceguard.device.NicException;
import io.roceguard.device.RegisterPort;
import io.roceguard.register.Assignment;
import io.roceguard.register.RegisterEdit;
import io.roceguard.register.RegisterEditException;
import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.util.List;

/** The way to the firmware of one NIC: strikes its faults and turns refusals into the errors of the port. */
final class SimulatedRegister implements RegisterPort {

    private static final RegisterField PROFILE_ID = RoceAccl.field("adp_retx_profile_id");

    private final SimulatedNic nic;

    SimulatedRegister(SimulatedNic nic) {
        this.nic = nic;
    }

    @Override
    public String accessPath() {
        return nic.hardware().hasRegister() ? "simulated firmware" : "none";
    }

    @Override
    public String accessReason() {
        return "";
    }

    @Override
    public RegisterImage get(int profileId) throws NicException {
        RegisterImage request = RegisterImage.zero().with(PROFILE_ID, profileId);
        nic.begin(Operation.GET_REGISTER);
        try {
            return nic.firmware().get(request);
        } catch (FirmwareRefusal refusal) {
            throw error(Operation.GET_REGISTER, refusal);
        }
    }

    @Override
    public void set(RegisterImage words) throws NicException {
        nic.begin(Operation.SET_REGISTER);
        try {
            nic.firmware().set(words);
        } catch (FirmwareRefusal refusal) {
            throw error(Operation.SET_REGISTER, refusal);
        }
        nic.faults().afterSet().ifPresent(this::writeAsThirdParty);
    }

    private void writeAsThirdParty(Fault.ThirdPartyWrite write) {
        List<Assignment> assignment = List.of(new Assignment(write.field(), write.value()));
        try {
            RegisterImage current = nic.firmware().get(RegisterImage.zero());
            nic.firmware().set(RegisterEdit.of(current, assignment).image());
        } catch (FirmwareRefusal | RegisterEditException refused) {
            // The other writer's failure is not ours to see.
        }
    }

    private NicException error(Operation operation, FirmwareRefusal refusal) {
        String device = nic.identity().name();
        CommandStatus status = refusal.status();
        if (status == CommandStatus.BAD_OP) {
            return new NicException.NotSupported(
                    device,
                    operation.text(),
                    String.format("the firmware answered %s (status 0x%x)", status, status.code()),
                    refusal.wants());
        }
        return new NicException.Refused(
                device,
                operation.text(),
                status.code(),
                status.name(),
                refusal.syndrome().code(),
                refusal.wants());
    }
}
