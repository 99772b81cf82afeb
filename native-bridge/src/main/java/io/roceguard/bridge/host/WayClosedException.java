// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.host;

/** A way to the register that this host does not have or does not let this process use. The message says why. */
final class WayClosedException extends Exception {

    WayClosedException(String reason) {
        super(reason);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
