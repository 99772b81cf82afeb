// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

/**
 * Why the simulated firmware refuses. NVIDIA publishes no syndromes for ROCE_ACCL, so these numbers are the
 * simulation's own; no hardware gives them.
 */
public enum Syndrome {
    /** The function has no ROCE_ACCL. */
    NO_REGISTER(0x51a000),
    /** A select bit that no field owns. */
    SELECT_UNKNOWN(0x51a001),
    /** A select bit that reads 0 on this function. */
    SELECT_NOT_CONFIGURABLE(0x51a002),
    /** A value that the register's description calls reserved. */
    VALUE_RESERVED(0x51a003),
    /** Profile 0 is the firmware's own. */
    PROFILE_ID_RESERVED(0x51a010),
    /** Above {@code adp_retx_profile_max_id}. */
    PROFILE_ID_MAX(0x51a011),
    /** {@code time_unit} is not 1. */
    TIME_UNIT(0x51a012),
    /** {@code time_base} is not a power of two. */
    TIME_BASE_POW2(0x51a013),
    /** {@code time_base} is below {@code adp_retx_base_timeout_min}. */
    TIME_BASE_MIN(0x51a014),
    /** No range. */
    RANGE_NUM_ZERO(0x51a015),
    /** Above {@code adp_retx_profile_max_range_num}. */
    RANGE_NUM_MAX(0x51a016),
    /** {@code start_range_index} names no range. */
    START_INDEX(0x51a017),
    /** Low bounds do not increase strictly. */
    SORTED(0x51a018),
    /** A range without a value. */
    RANGE_EMPTY(0x51a019),
    /** An initial interval without a value. */
    INIT_EMPTY(0x51a01a),
    /** {@code dec_mode} 3. */
    DEC_MODE(0x51a01b),
    /** {@code prev_range_index} is not below its own range. */
    PREV_INDEX(0x51a01c),
    /** Firmware before xx.46.1006: two ranges follow one another without a gap. */
    RANGES_ADJACENT(0x51a01d),
    /** Firmware before xx.46.1006: a profile is set while queue pairs are in use. */
    QUEUE_PAIRS_ACTIVE(0x51a01e);

    private final int code;

    Syndrome(int code) {
        this.code = code;
    }

    /** The 32-bit number that the refusal carries. */
    public int code() {
        return code;
    }
}
