// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.alarm;

import java.util.Locale;

/**
 * Something about an alarm that people should be told.
 *
 * @param id the same for the same news, also after a restart: {@code 17-2}, the second news of alarm 17
 * @param kind what happened
 * @param millis epoch milliseconds when
 * @param alarm as it stands from then on
 */
public record AlarmNews(String id, Kind kind, long millis, Alarm alarm) {

    /** What happened to the alarm. */
    public enum Kind {
        FIRING,
        /** It is worse or better than before, or its diagnosis is another. */
        UPDATED,
        RESOLVED,
        EXPIRED;

        /** {@code firing}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
