// SPDX-License-Identifier: Apache-2.0
package io.roceguard.sim;

import io.roceguard.register.RegisterField;
import io.roceguard.register.RegisterImage;
import io.roceguard.register.RoceAccl;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The profiles that firmware takes: the rules that NVIDIA's document states or implies for {@code adp_retx_profile}. In
 * which order firmware checks them is not known; here it is the order of the register.
 */
final class ProfileRules {

    private static final RegisterField PROFILE_ID = RoceAccl.field("adp_retx_profile_id");
    private static final RegisterField MAX_ID = RoceAccl.field("adp_retx_profile_max_id");
    private static final RegisterField MAX_RANGE_NUM = RoceAccl.field("adp_retx_profile_max_range_num");
    private static final RegisterField BASE_TIMEOUT_MIN = RoceAccl.field("adp_retx_base_timeout_min");
    private static final RegisterField TIME_BASE = RoceAccl.field("time_base");
    private static final RegisterField TIME_UNIT = RoceAccl.field("time_unit");
    private static final RegisterField START = RoceAccl.field("start_range_index");
    private static final RegisterField RANGE_NUM = RoceAccl.field("range_num");
    private static final RegisterField INIT_SIZE = RoceAccl.field("timeout_init_range_size");
    private static final List<RegisterField> SIZE = ofEachRange("range_size");
    private static final List<RegisterField> LOW = ofEachRange("range_low_bound");
    private static final List<RegisterField> DEC_MODE = ofEachRange("dec_mode");
    private static final List<RegisterField> PREV = ofEachRange("prev_range_index");

    private static final int TIME_USEC = 1;
    private static final int DEC_MODE_MAX = 2;
    private static final int NANOS_PER_USEC = 1000;

    private ProfileRules() {}

    private static List<RegisterField> ofEachRange(String name) {
        return IntStream.range(0, RoceAccl.RANGES)
                .mapToObj(range -> RoceAccl.field(name + "_" + range))
                .toList();
    }

    /**
     * @param profile the words of a SET
     * @param device a reading of the device: its capability fields count
     */
    static void check(RegisterImage profile, RegisterImage device) throws FirmwareRefusal {
        checkId(profile.get(PROFILE_ID), device);
        checkTimes(profile, device.get(BASE_TIMEOUT_MIN));
        checkRangeNumbers(profile, device.get(MAX_RANGE_NUM));
        require(profile.get(INIT_SIZE) >= 1, Syndrome.INIT_EMPTY, "timeout_init_range_size must be at least 1.");
        for (int range = 0; range < profile.get(RANGE_NUM); range++) {
            checkRange(profile, range);
        }
    }

    private static void checkId(int id, RegisterImage device) throws FirmwareRefusal {
        require(
                id != 0,
                Syndrome.PROFILE_ID_RESERVED,
                "Profile 0 is the firmware's own and cannot be written; give adp_retx_profile_id.");
        checkIdExists(id, device);
    }

    /** For GET, where id 0 stands for the active profile. */
    static void checkIdExists(int id, RegisterImage device) throws FirmwareRefusal {
        require(
                id <= device.get(MAX_ID),
                Syndrome.PROFILE_ID_MAX,
                "adp_retx_profile_id must be at most " + device.get(MAX_ID) + " on this device: value=" + id + ".");
    }

    private static void checkTimes(RegisterImage profile, int minNanos) throws FirmwareRefusal {
        int base = profile.get(TIME_BASE);
        require(
                Integer.bitCount(base) == 1,
                Syndrome.TIME_BASE_POW2,
                "time_base must be a power of two: value=" + base + ".");
        require(
                base * NANOS_PER_USEC >= minNanos,
                Syndrome.TIME_BASE_MIN,
                "time_base must be at least " + minNanos + " ns (adp_retx_base_timeout_min): value=" + base + " us.");
        int unit = profile.get(TIME_UNIT);
        require(unit == TIME_USEC, Syndrome.TIME_UNIT, "time_unit must be 1 (TIME_USEC): value=" + unit + ".");
    }

    private static void checkRangeNumbers(RegisterImage profile, int maxRanges) throws FirmwareRefusal {
        int ranges = profile.get(RANGE_NUM);
        require(ranges >= 1, Syndrome.RANGE_NUM_ZERO, "range_num must be at least 1.");
        require(
                ranges <= maxRanges,
                Syndrome.RANGE_NUM_MAX,
                "range_num must be at most " + maxRanges + " (adp_retx_profile_max_range_num): value=" + ranges + ".");
        int start = profile.get(START);
        require(
                start < ranges,
                Syndrome.START_INDEX,
                "start_range_index must be below range_num " + ranges + ": value=" + start + ".");
    }

    private static void checkRange(RegisterImage profile, int range) throws FirmwareRefusal {
        require(
                profile.get(SIZE.get(range)) >= 1,
                Syndrome.RANGE_EMPTY,
                SIZE.get(range).name() + " must be at least 1.");
        require(
                range == 0 || profile.get(LOW.get(range)) > profile.get(LOW.get(range - 1)),
                Syndrome.SORTED,
                LOW.get(range).name() + " must be above the low bound of the range before.");
        require(
                profile.get(DEC_MODE.get(range)) <= DEC_MODE_MAX,
                Syndrome.DEC_MODE,
                DEC_MODE.get(range).name() + " must be 0..2.");
        int prev = profile.get(PREV.get(range));
        require(
                range == 0 ? prev == 0 : prev < range,
                Syndrome.PREV_INDEX,
                PREV.get(range).name() + " must be below its own range, and 0 for range 0: value=" + prev + ".");
    }

    /** Firmware before xx.46.1006: consecutive ranges, as NVIDIA's list of fixes calls them. */
    static void checkNoneAdjacent(RegisterImage profile) throws FirmwareRefusal {
        for (int range = 1; range < profile.get(RANGE_NUM); range++) {
            int end = profile.get(LOW.get(range - 1)) + profile.get(SIZE.get(range - 1));
            require(
                    profile.get(LOW.get(range)) > end,
                    Syndrome.RANGES_ADJACENT,
                    "Firmware before xx.46.1006 takes no ranges with consecutive timeouts; leave a gap before range "
                            + range + ", or update the firmware.");
        }
    }

    private static void require(boolean holds, Syndrome syndrome, String message) throws FirmwareRefusal {
        if (!holds) {
            throw FirmwareRefusal.badParam(syndrome, message);
        }
    }
}
