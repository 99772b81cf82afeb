// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.register.RoceAccl;

/** What NVIDIA's release notes say about firmware before July 2025. */
final class FirmwareRules {

    private static final FirmwareVersion FIXED = new FirmwareVersion(46, 1006);

    private FirmwareRules() {}

    static void check(AdpProfile profile, ValidationContext context, Findings findings) {
        FirmwareVersion firmware = context.firmware();
        if (firmware == null) {
            findings.skip("The firmware version is not given.", "W_FW_CONTIGUOUS", "W_FW_DEC_PREV");
            return;
        }
        if (firmware.compareTo(FIXED) >= 0) {
            return;
        }
        for (int r = 1; r < Math.min(profile.rangeNum(), RoceAccl.RANGES); r++) {
            TimeoutRange below = profile.range(r - 1);
            int after = below.lowBound() + context.reading().values(below.rangeSize());
            if (profile.range(r).lowBound() == after) {
                findings.warn(
                        "W_FW_CONTIGUOUS",
                        "ranges[" + r + "].low_bound",
                        "Range " + r + " begins where range " + (r - 1) + " ends, which firmware before " + FIXED
                                + " does not support; this is " + firmware + ".",
                        "Update the firmware, or leave a gap between the ranges.");
            }
        }
        findings.warn(
                "W_FW_DEC_PREV",
                "ranges",
                "Firmware before " + FIXED + " maps dec_mode and prev_range_index wrongly; this is " + firmware + ".",
                "Update the firmware; until then do not rely on how timeouts fall.");
    }
}
