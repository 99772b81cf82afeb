// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import org.jspecify.annotations.Nullable;

/**
 * Who a NIC is, as found when it was discovered. Anything the host does not tell is null.
 *
 * @param name RDMA device name, {@code mlx5_0}; changes with udev and with renames, so never an identity
 * @param pciAddress {@code 0000:1a:00.0}
 * @param nodeGuid {@code 0c42:a103:0065:1b2a} as the kernel prints it
 * @param driver kernel driver behind the device link, {@code mlx5_core}
 * @param firmware {@code 28.46.1006}
 * @param boardId PSID, {@code MT_0000000838}
 * @param hcaType {@code MT4129}
 * @param virtualFunction true for an SR-IOV VF
 */
public record NicIdentity(
        String name,
        @Nullable String pciAddress,
        @Nullable String nodeGuid,
        @Nullable String driver,
        @Nullable String firmware,
        @Nullable String boardId,
        @Nullable String hcaType,
        boolean virtualFunction) {

    /** PCI address and node GUID where they are known, else the name: stays the same over a rename. */
    public String stableId() {
        if (pciAddress == null && nodeGuid == null) {
            return "name:" + name;
        }
        return (pciAddress == null ? "-" : pciAddress) + "/" + (nodeGuid == null ? "-" : nodeGuid);
    }

    /** Whether it may have the registers of a ConnectX NIC: its driver is mlx5, or unknown. */
    public boolean isConnectX() {
        return driver == null || driver.startsWith("mlx5");
    }
}
