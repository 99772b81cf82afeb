// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.adp.QpTiming;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that tell what queue pairs bring to their timeouts. */
public final class TimingOptions extends AckTimingOptions {

    @Option(
            names = "--extended-retry-count",
            paramLabel = "N",
            description = "Counts instead of retry_cnt where a queue pair has it.")
    private @Nullable Integer extendedRetryCount;

    @Override
    Optional<QpTiming> given() {
        return given(extendedRetryCount);
    }

    /**
     * @throws CliException also when they are not given
     */
    public QpTiming required() {
        return given().orElseThrow(() -> CliException.usage(
                "The figures depend on the queue pairs: give --ack-timeout and --retry-count, for instance 20 and 7 for"
                        + " NCCL."));
    }
}
