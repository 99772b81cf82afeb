// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.poll;

import io.roceguard.register.AdpMode;
import io.roceguard.register.RegisterImage;

/** The last reading of ROCE_ACCL: an image, or a reason. */
public sealed interface RegisterState {

    /**
     * @param image a GET with profile id 0: the active state
     * @param takenMillis epoch milliseconds
     */
    record Known(RegisterImage image, long takenMillis) implements RegisterState {}

    /**
     * @param supported false where this NIC will never have the register, true where reading it failed
     * @param reason a full sentence
     */
    record Unknown(boolean supported, String reason) implements RegisterState {}

    /** Whether ADP is on, as far as this tells. */
    default AdpMode mode() {
        if (this instanceof Known known) {
            return AdpMode.of(known.image());
        }
        return this instanceof Unknown unknown && !unknown.supported() ? AdpMode.UNSUPPORTED : AdpMode.UNKNOWN;
    }
}
