// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.adp.QpTiming;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The two settings that every queue pair brings to its timeouts. */
class AckTimingOptions {

    @Option(
            names = "--ack-timeout",
            paramLabel = "N",
            description = "ack_timeout of the queue pairs, 0..31: 4.096 us * 2^N (NCCL 20, perftest 14).")
    private @Nullable Integer ackTimeout;

    @Option(names = "--retry-count", paramLabel = "N", description = "retry_cnt of the queue pairs, 0..7.")
    private @Nullable Integer retryCount;

    /**
     * @return empty where neither is given
     * @throws CliException when only one is given or one is out of its range
     */
    Optional<QpTiming> given() {
        return given(null);
    }

    /** @param extendedRetryCount null where a queue pair has none */
    final Optional<QpTiming> given(@Nullable Integer extendedRetryCount) {
        Integer ack = ackTimeout;
        Integer retries = retryCount;
        if (ack == null && retries == null && extendedRetryCount == null) {
            return Optional.empty();
        }
        if (ack == null || retries == null) {
            throw CliException.usage("--ack-timeout and --retry-count belong together: give both.");
        }
        try {
            return Optional.of(new QpTiming(ack, retries, extendedRetryCount));
        } catch (IllegalArgumentException outOfRange) {
            throw CliException.usage(outOfRange.getMessage() + ". Use what the application sets.");
        }
    }
}
