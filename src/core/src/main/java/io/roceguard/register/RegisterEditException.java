// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

/** A change that this register or this device does not allow. Nothing was sent; the message says why. */
public final class RegisterEditException extends IllegalArgumentException {

    public RegisterEditException(String message) {
        super(message);
    }
}
