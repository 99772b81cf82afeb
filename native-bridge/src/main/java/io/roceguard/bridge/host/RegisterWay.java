// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

/** How the register of a NIC may be reached. */
public enum RegisterWay {
    /** The first that works of fwctl and mlxreg. */
    AUTO,
    /** Only by fwctl. */
    FWCTL,
    /** Only by mlxreg or mstreg. */
    MLXREG,
    /** Not at all: the NIC's counters are watched, its register is left alone. */
    NONE;

    boolean allowsFwctl() {
        return this == AUTO || this == FWCTL;
    }

    boolean allowsMlxreg() {
        return this == AUTO || this == MLXREG;
    }
}
