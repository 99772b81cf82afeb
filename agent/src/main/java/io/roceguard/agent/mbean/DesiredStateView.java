// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.agent.control.Drift;
import java.util.List;

/**
 * What the configuration wants of a NIC, as open data.
 *
 * @param mode {@code observe} or {@code enforce}
 * @param source where that stands, {@code desired_state[0], profile flap-1s}
 * @param state {@code as_desired}, {@code drifted}, {@code enforcing}, {@code contended}, {@code impossible} or {@code
 *     unknown}
 * @param message the state in a sentence
 * @param drift {@code time_base 4 -> 8}: from what is to what is wanted
 * @param cause what happened before it drifted, as far as it can be told
 * @param rounds how often it was set again and did not stay
 */
public record DesiredStateView(
        String mode, String source, String state, String message, List<String> drift, String cause, int rounds) {

    static DesiredStateView of(Drift drift) {
        return new DesiredStateView(
                drift.desired().mode().label(),
                drift.desired().source(),
                drift.state().label(),
                drift.message(),
                drift.differences(),
                drift.cause(),
                drift.rounds());
    }
}
