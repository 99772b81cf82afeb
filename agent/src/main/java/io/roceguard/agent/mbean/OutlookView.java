// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.control.Outlook;
import org.jspecify.annotations.Nullable;

/**
 * What a state of the register does to queue pairs whose path dies, as open data.
 *
 * @param mode {@code off}, {@code firmware}, {@code profile}, ...
 * @param prediction of a profile; null where no profile is in force
 * @param text the same in a sentence
 */
public record OutlookView(String mode, @Nullable PredictionView prediction, String text) {

    static OutlookView of(Outlook outlook) {
        return new OutlookView(
                outlook.mode().label(), outlook.path().map(PredictionView::of).orElse(null), outlook.text());
    }
}
