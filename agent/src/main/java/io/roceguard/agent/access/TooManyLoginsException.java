// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

/** So many passwords are being checked that one more is not; it says nothing about whether it is right. */
public final class TooManyLoginsException extends RuntimeException {

    TooManyLoginsException() {
        super("Too many passwords are being checked at the moment. Try again in a few seconds, or use a token.");
    }
}
