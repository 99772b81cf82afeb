// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

/**
 * Judges a profile by the rules of the document and by what is known to hurt. Rules that follow a dead path run only on a
 * profile without errors, because one with errors defines no path.
 *
 * <p>No rule can say that a profile applies to every queue pair of the PF and its VFs, and that only fwreset or a reboot
 * leads back to the firmware's own timeouts: whoever shows findings says so beside them.
 */
public final class ProfileValidator {

    private ProfileValidator() {}

    /** All findings, errors of the single fields first. */
    public static Validation validate(AdpProfile profile, ValidationContext context) {
        Findings findings = new Findings();
        DeviceRules.check(context, findings);
        FieldRules.check(profile, context, findings);
        RangeRules.check(profile, context, findings);
        FirmwareRules.check(profile, context, findings);
        if (findings.hasErrors()) {
            findings.skip(
                    "A profile with errors defines no timeouts to follow.",
                    "W_NO_RETX",
                    "W_UNREACHED",
                    "W_STORM",
                    "W_BELOW_RTT",
                    "W_ACK_DISABLED",
                    "W_TOTAL_ZERO",
                    "W_TOTAL_HUGE",
                    "I_CAPPED");
        } else {
            DeadPathRules.check(profile, context, findings);
        }
        return findings.validation();
    }
}
