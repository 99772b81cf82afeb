// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

import java.util.Arrays;
import java.util.Optional;

/** The values of {@code dec_mode_0..3}: how far a timeout falls within its range on forward progress. 3 is reserved. */
public enum DecMode {
    /** To a quarter. */
    TO_DIV_4(0),
    /** To a half. */
    TO_DIV_2(1),
    /** To the lowest timeout of the range. */
    TO_LOW_BOUND(2);

    private final int code;

    DecMode(int code) {
        this.code = code;
    }

    /** The value in the register. */
    public int code() {
        return code;
    }

    /** Empty for the reserved code. */
    public static Optional<DecMode> of(int code) {
        return Arrays.stream(values()).filter(mode -> mode.code == code).findFirst();
    }
}
