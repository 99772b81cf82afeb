// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.register.DecMode;

/**
 * One range of timeouts of a profile. The numbers of the register as they are, sound or not.
 *
 * @param lowBound exponent of the lowest timeout, {@code range_low_bound}, 8 bits
 * @param rangeSize number of timeouts, each twice the one before, {@code range_size}, 8 bits
 * @param retryNum how often a timeout is used before the next one, {@code timeout_retry_num}, 10 bits
 * @param decMode how far a timeout falls on forward progress, the code of a {@link DecMode}, 2 bits
 * @param prevRangeIndex the range below, {@code prev_range_index}, 4 bits
 */
public record TimeoutRange(int lowBound, int rangeSize, int retryNum, int decMode, int prevRangeIndex) {

    /** None of its numbers is set. */
    public static final TimeoutRange ZERO = new TimeoutRange(0, 0, 0, 0, 0);
}
