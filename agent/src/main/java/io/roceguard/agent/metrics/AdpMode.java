// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.metrics;

import io.roceguard.agent.poll.RegisterState;
import io.roceguard.register.RegisterImage;
import java.util.Locale;

/** Whether adaptive retransmission is on and whose timeouts it uses. */
enum AdpMode {
    /** This NIC has no ROCE_ACCL, or it is off and cannot be configured on this function. */
    UNSUPPORTED,
    OFF,
    /** On, with the firmware's own timeouts. */
    FIRMWARE,
    /** On, with the timeouts of a written profile. */
    PROFILE,
    /** The register could not be read. */
    UNKNOWN;

    static AdpMode of(RegisterState register) {
        if (register instanceof RegisterState.Known known) {
            return of(known.image());
        }
        return register instanceof RegisterState.Unknown unknown && unknown.supported() ? UNKNOWN : UNSUPPORTED;
    }

    private static AdpMode of(RegisterImage image) {
        if (image.get("roce_adp_retrans_en") == 0) {
            return image.get("roce_adp_retrans_field_select") == 0 ? UNSUPPORTED : OFF;
        }
        return image.get("adp_retx_profile_id") == 0 ? FIRMWARE : PROFILE;
    }

    /** {@code firmware} */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
