// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.adp.AdpReading.AckZero;
import io.roceguard.adp.AdpReading.AfterLast;
import io.roceguard.adp.AdpReading.CapMode;
import io.roceguard.adp.AdpReading.EnterNext;
import io.roceguard.adp.AdpReading.InitRule;
import io.roceguard.adp.AdpReading.TotalCheck;
import io.roceguard.adp.AdpReading.TotalRetries;
import io.roceguard.adp.AdpReading.Upper;
import io.roceguard.adp.AdpReading.ZeroRetry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the figures of a dead path would be under the readings that the document also allows. Only the readings that act on
 * a dead path are tried; the others are about forward progress.
 */
public final class OtherReadings {

    /** A figure that moves by more than a hundredth is worth a word. */
    private static final double NOTABLE = 0.01;

    private OtherReadings() {}

    /**
     * A reading that moves a figure by more than 1 %.
     *
     * @param option what is read otherwise, {@code after_last=FAIL}
     * @param path the figures under it
     */
    public record Notable(String option, DeadPath path) {}

    /** All readings that move the mean detection or the mean number of retransmissions by more than 1 %. */
    public static List<Notable> notable(AdpProfile profile, QpTiming timing, ProfileLimits limits) {
        DeadPath usual = DeadPath.of(profile, timing, limits, AdpReading.DEFAULT);
        List<Notable> notable = new ArrayList<>();
        for (Alternative alternative : alternatives(AdpReading.DEFAULT)) {
            DeadPath other = DeadPath.of(profile, timing, limits, alternative.reading());
            if (differ(usual, other)) {
                notable.add(new Notable(alternative.option(), other));
            }
        }
        return notable;
    }

    private record Alternative(String option, AdpReading reading) {}

    private static List<Alternative> alternatives(AdpReading usual) {
        return List.of(
                new Alternative("upper=INCLUSIVE", usual.with(Upper.INCLUSIVE)),
                new Alternative("init_rule=INIT_COUNTS", usual.with(InitRule.INIT_COUNTS)),
                new Alternative("init_rule=INIT_EXTRA", usual.with(InitRule.INIT_EXTRA)),
                new Alternative("enter_next=LOW", usual.with(EnterNext.LOW)),
                new Alternative("after_last=FAIL", usual.with(AfterLast.FAIL)),
                new Alternative("zero_retry=FOREVER", usual.with(ZeroRetry.FOREVER)),
                new Alternative("cap_mode=EXPONENT", usual.with(CapMode.EXPONENT)),
                new Alternative("ack_zero=UNCAPPED", usual.with(AckZero.UNCAPPED)),
                new Alternative("total_check=TRUNCATE", usual.with(TotalCheck.TRUNCATE)),
                new Alternative("total_check=NO_OVERRUN", usual.with(TotalCheck.NO_OVERRUN)),
                new Alternative("total_retries=PLUS_ONE", usual.with(TotalRetries.PLUS_ONE)));
    }

    private static boolean differ(DeadPath usual, DeadPath other) {
        Optional<Spread> detection = usual.detectionNanos();
        Optional<Spread> otherDetection = other.detectionNanos();
        if (detection.isEmpty() || otherDetection.isEmpty()) {
            return detection.isPresent() != otherDetection.isPresent();
        }
        return differ(detection.get().mean(), otherDetection.get().mean())
                || differ(
                        usual.retransmissions().mean(), other.retransmissions().mean());
    }

    private static boolean differ(Rational usual, Rational other) {
        double before = usual.doubleValue();
        return Math.abs(other.doubleValue() - before) > NOTABLE * before;
    }
}
