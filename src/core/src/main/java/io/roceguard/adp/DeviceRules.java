// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

/** What the device must allow, whatever the profile is. */
final class DeviceRules {

    private DeviceRules() {}

    static void check(ValidationContext context, Findings findings) {
        ProfileLimits limits = context.limits();
        if (!limits.profileSelect()) {
            findings.error(
                    "E_UNSUPPORTED",
                    "",
                    "adp_retx_profile_select reads 0: this device has no profiles.",
                    "Update the firmware (July 2025 or later on a ConnectX-6 Dx or later), or leave the profile away.");
        }
        Integer enable = context.enable();
        if (enable != null && !limits.retransFieldSelect()) {
            findings.error(
                    "E_EN_NOT_CONFIGURABLE",
                    "roce_adp_retrans_en",
                    "roce_adp_retrans_field_select reads 0: roce_adp_retrans_en cannot be set on this device.",
                    "Leave roce_adp_retrans_en away.");
        }
        if (enable != null && enable == 0) {
            findings.warn(
                    "W_DISABLED",
                    "roce_adp_retrans_en",
                    "roce_adp_retrans_en is 0: adaptive retransmission is off and the profile has no effect.",
                    "Set it to 1, or leave it away where it is on already.");
        }
        if (context.profileId() == 0) {
            findings.error(
                    "E_PROFILE_ID_RESERVED",
                    "adp_retx_profile_id",
                    "Profile 0 is the firmware's own and cannot be written.",
                    "Use 1.");
        } else if (context.profileId() > limits.maxProfileId()) {
            findings.error(
                    "E_PROFILE_ID_MAX",
                    "adp_retx_profile_id",
                    "adp_retx_profile_id " + context.profileId() + " is above adp_retx_profile_max_id "
                            + limits.maxProfileId() + " of the device.",
                    "Use 1.." + limits.maxProfileId() + ".");
        }
    }
}
