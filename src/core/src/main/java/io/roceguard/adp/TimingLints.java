// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import java.util.Locale;

/**
 * What people set as ack_timeout and retry_cnt and did not mean, from issues of NCCL, UCX, NVSHMEM and SPDK. Takes the
 * numbers as they are written, also those that do not fit.
 */
public final class TimingLints {

    private static final int MEASURED_LEAST = 16;
    private static final long LONG_NANOS = 120_000_000_000L;

    private TimingLints() {}

    /** The findings for a pair of settings; none where they are what people use. */
    public static Validation of(int ackTimeout, int retryCount) {
        Findings findings = new Findings();
        boolean infinite = ackTimeout <= 0 || ackTimeout > QpTiming.MOST_ACK_TIMEOUT;
        if (infinite) {
            findings.warn(
                    "L_ACK_INFINITE",
                    "ack_timeout",
                    "ack_timeout " + ackTimeout
                            + " means no timeout (the field has 5 bits, and NCCL takes 0 and 32 or more"
                            + " for infinite): a dead path is never reported.",
                    "Use 14..22.");
        } else if (ackTimeout < MEASURED_LEAST) {
            findings.info(
                    "L_ACK_BELOW_LEAST",
                    "ack_timeout",
                    "ack_timeout " + ackTimeout
                            + " is below 16, which a ConnectX-6 was measured to use at least, unless"
                            + " min_ack_timeout_limit_disabled is set.",
                    "Expect the timeouts of 16, or set min_ack_timeout_limit_disabled.");
        }
        if (retryCount < 0 || retryCount > QpTiming.MOST_RETRIES) {
            findings.error(
                    "L_RETRY_WIDTH",
                    "retry_cnt",
                    "retry_cnt " + retryCount + " does not fit in its 3 bits; drivers cut it off or refuse it.",
                    "Use 0..7.");
        } else if (retryCount == 0) {
            findings.warn(
                    "L_RETRY_ZERO",
                    "retry_cnt",
                    "retry_cnt 0: the first lost packet may end the connection.",
                    "Use 7, as most applications do.");
        } else if (!infinite) {
            IbtaTimeout timeout = new IbtaTimeout(new QpTiming(ackTimeout, retryCount));
            if (timeout.latestNanos() > LONG_NANOS) {
                findings.info(
                        "L_DETECTION_LONG",
                        "ack_timeout",
                        "A dead path is expected to be reported after " + seconds(timeout.lastRetransmissionNanos())
                                + " and may take up to " + seconds(timeout.latestNanos()) + ".",
                        "Let no watchdog of the application be shorter.");
            }
        }
        return findings.validation();
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
