// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

import io.roceguard.device.NicException;

/** A way to the register that this host does not have or does not let this process use. The message says why. */
final class WayClosedException extends Exception {

    /** @param reason without a full stop */
    WayClosedException(String reason) {
        super(reason + ".");
    }

    WayClosedException(NicException failure) {
        super(failure.cameBack() + ". " + failure.remedy(), failure);
    }

    /** Whole sentences, the first of which begins in the middle of one. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
