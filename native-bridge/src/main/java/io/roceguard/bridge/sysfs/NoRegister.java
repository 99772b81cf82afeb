// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.sysfs;

import io.roceguard.device.NicException;
import io.roceguard.device.NicIdentity;
import io.roceguard.device.RegisterPort;
import io.roceguard.register.RegisterImage;

/** Sysfs shows no firmware register. Says so and names the tool that reaches it. */
final class NoRegister implements RegisterPort {

    private final NicIdentity identity;

    NoRegister(NicIdentity identity) {
        this.identity = identity;
    }

    @Override
    public String accessPath() {
        return "none";
    }

    @Override
    public String accessReason() {
        return "";
    }

    @Override
    public RegisterImage get(int profileId) throws NicException {
        throw unreachable("GET ROCE_ACCL", "--get");
    }

    @Override
    public void set(RegisterImage words) throws NicException {
        throw unreachable("SET ROCE_ACCL", "--set \"...\"");
    }

    /** Unreachable where the NIC may well have the register: whether ADP is on stays unknown then. */
    private NicException unreachable(String operation, String option) {
        String driver = identity.driver();
        if (driver != null && !driver.startsWith("mlx5")) {
            return new NicException.NotSupported(
                    identity.name(),
                    operation,
                    "ROCE_ACCL is a register of ConnectX NICs, and this device is driven by " + driver,
                    "Its counters are watched all the same.");
        }
        String function = identity.pciAddress() == null ? "<PCI address>" : identity.pciAddress();
        return new NicException.Unreachable(
                identity.name(),
                operation,
                "sysfs does not show it",
                "Use mlxreg -d " + function + " --reg_name ROCE_ACCL " + option
                        + " on this host (mstreg in mstflint; ADP fields need 4.33 or later).");
    }
}
