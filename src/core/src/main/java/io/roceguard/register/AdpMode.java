// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import java.util.Locale;

/** Whether adaptive retransmission (ADP) is on, and whose timeouts are in force. */
public enum AdpMode {
    /** The firmware says that this function has no adaptive retransmission. */
    UNSUPPORTED,
    /** Switched off: the QPs' own ACK timeouts are in force. */
    OFF,
    /** On, with the firmware's own timeouts (profile 0). */
    FIRMWARE,
    /** On, with the timeouts of the active profile. */
    PROFILE,
    /** The register could not be read. */
    UNKNOWN;

    private static final RegisterField ENABLE = RoceAccl.field("roce_adp_retrans_en");
    private static final RegisterField ENABLE_SELECT = RoceAccl.field("roce_adp_retrans_field_select");
    private static final RegisterField PROFILE_ID = RoceAccl.field("adp_retx_profile_id");

    /**
     * The mode that a reading shows.
     *
     * @param active a GET with profile id 0
     */
    public static AdpMode of(RegisterImage active) {
        if (active.get(ENABLE) == 0) {
            return active.get(ENABLE_SELECT) == 0 ? UNSUPPORTED : OFF;
        }
        return active.get(PROFILE_ID) == 0 ? FIRMWARE : PROFILE;
    }

    /** Lower case, as exported: {@code firmware}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
