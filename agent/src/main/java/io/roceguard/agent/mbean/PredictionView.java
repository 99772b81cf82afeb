// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.adp.DeadPath;
import io.roceguard.adp.Spread;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a profile does to a queue pair on a dead path, as open data. Times are nanoseconds since its first transmission;
 * null stands for never. Least, mean and most are over the initial timeouts.
 *
 * @param totalNanos the total timeout
 * @param detectionMinNanos when it fails at the earliest
 * @param detectionMeanNanos the mean, rounded
 * @param detectionMaxNanos when it fails at the latest
 * @param retransmissionsMin sent until then at least; null without an end
 * @param retransmissionsMax sent until then at most; null without an end
 * @param surelySurvivedNanos the longest outage that every queue pair survives
 * @param atBestSurvivedNanos the longest outage that a queue pair with the best initial timeout survives
 * @param worstRecoveryNanos how long after such an outage it goes on at the latest
 * @param peakPerSecond most retransmissions a second of one queue pair
 * @param steadyPerSecond retransmissions a second at the end
 */
public record PredictionView(
        @Nullable Long totalNanos,
        @Nullable Long detectionMinNanos,
        @Nullable Long detectionMeanNanos,
        @Nullable Long detectionMaxNanos,
        @Nullable Long retransmissionsMin,
        @Nullable Long retransmissionsMax,
        @Nullable Long surelySurvivedNanos,
        @Nullable Long atBestSurvivedNanos,
        @Nullable Long worstRecoveryNanos,
        double peakPerSecond,
        double steadyPerSecond) {

    static PredictionView of(DeadPath path) {
        Optional<Spread> detection = path.detectionNanos();
        Spread sent = path.retransmissions();
        return new PredictionView(
                known(path.totalNanos()),
                detection.map(Spread::min).orElse(null),
                detection.map(spread -> spread.mean().rounded()).orElse(null),
                detection.map(Spread::max).orElse(null),
                path.fails() ? sent.min() : null,
                path.fails() ? sent.max() : null,
                known(path.surelySurvivedNanos(0)),
                known(path.atBestSurvivedNanos(0)),
                known(path.worstRecoveryNanos()),
                path.peakPerSecond(),
                path.steadyPerSecond());
    }

    private static @Nullable Long known(OptionalLong value) {
        return value.isPresent() ? (Long) value.getAsLong() : null;
    }
}
