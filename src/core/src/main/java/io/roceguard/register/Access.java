// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

/** How a field of a register may be used, as mlxreg prints it. */
public enum Access {
    /** Read and written; a write needs the field's select bit. */
    RW,
    /** Reported by the firmware; a SET carries 0 there. */
    RO,
    /** Names the instance that is read or written; given in GET and SET alike. */
    INDEX
}
