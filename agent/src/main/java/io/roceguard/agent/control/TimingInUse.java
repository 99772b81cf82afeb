// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import io.roceguard.adp.QpTiming;
import java.util.Locale;

/**
 * The retry settings of some queue pairs.
 *
 * @param queuePairs how many of those looked at have them; 0 where nothing was looked at
 */
public record TimingInUse(QpTiming timing, int queuePairs, Source source) {

    /** Where they come from. */
    public enum Source {
        /** Read from queue pairs of this NIC. */
        SEEN,
        /** Told by whoever asks. */
        GIVEN,
        /** What NCCL sets since 2.23, where nothing better is known. */
        ASSUMED;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What NCCL sets since 2.23. */
    public static final TimingInUse USUAL = new TimingInUse(new QpTiming(20, 7), 0, Source.ASSUMED);

    public static TimingInUse given(int ackTimeout, int retryCount) {
        return new TimingInUse(new QpTiming(ackTimeout, retryCount), 0, Source.GIVEN);
    }
}
