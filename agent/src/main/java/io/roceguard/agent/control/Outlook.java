// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.adp.AdpProfile;
import io.roceguard.adp.AdpReading;
import io.roceguard.adp.DeadPath;
import io.roceguard.adp.IbtaTimeout;
import io.roceguard.adp.ProfileLimits;
import io.roceguard.adp.QpTiming;
import io.roceguard.register.AdpMode;
import io.roceguard.register.RegisterImage;
import io.roceguard.text.TimeText;
import java.util.Optional;

/**
 * What a state of the register does to a queue pair whose path dies.
 *
 * @param path what the profile does; empty where none is in force, or one that defines no timeouts
 * @param text the same in a sentence
 */
public record Outlook(AdpMode mode, Optional<DeadPath> path, String text) {

    /** @param active the active state */
    public static Outlook of(RegisterImage active, QpTiming timing) {
        AdpMode mode = AdpMode.of(active);
        return switch (mode) {
            case PROFILE -> profile(active, timing);
            case FIRMWARE ->
                new Outlook(
                        mode,
                        Optional.empty(),
                        "The firmware's own timeouts (profile 0) hold, and what they are is not public.");
            case OFF -> new Outlook(mode, Optional.empty(), off(timing));
            default -> new Outlook(mode, Optional.empty(), "Whether adaptive retransmission is on is not known.");
        };
    }

    private static Outlook profile(RegisterImage active, QpTiming timing) {
        try {
            DeadPath path = DeadPath.of(AdpProfile.of(active), timing, ProfileLimits.of(active), AdpReading.DEFAULT);
            String fails = path.detectionNanos()
                    .map(at -> "A dead path is reported after " + time(at.min()) + " to " + time(at.max()) + ", after "
                            + path.retransmissions().min() + " to "
                            + path.retransmissions().max() + " retransmissions.")
                    .orElse("A dead path is never reported.");
            return new Outlook(AdpMode.PROFILE, Optional.of(path), fails);
        } catch (IllegalArgumentException undefined) {
            return new Outlook(
                    AdpMode.PROFILE, Optional.empty(), "The profile defines no timeouts: " + undefined.getMessage());
        }
    }

    private static String off(QpTiming timing) {
        if (timing.ackTimeout() == 0) {
            return "ack_timeout 0 means no timer: a dead path is never reported.";
        }
        IbtaTimeout timeouts = new IbtaTimeout(timing);
        return "The timeouts of the queue pairs hold: a dead path is reported after " + time(timeouts.nominalNanos())
                + " at the earliest and " + time(timeouts.latestNanos()) + " at the latest (InfiniBand specification).";
    }

    private static String time(long nanos) {
        return TimeText.of(nanos);
    }
}
