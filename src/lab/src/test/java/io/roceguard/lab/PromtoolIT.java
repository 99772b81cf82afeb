// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromtoolIT {
    @Test
    void promtoolFindsNothingWrongWithTheMetrics(@TempDir Path directory) throws IOException, InterruptedException {
        assumeTrue(isOnPath("promtool"), "promtool is not installed (it comes with Prometheus)");
        try (PackagedDaemon daemon = PackagedDaemon.simulated(directory)) {
            String metrics = daemon.get("/metrics").body();
            assertThat(metrics).contains("rdma_hw_counters_total{");

            Path file = Files.writeString(directory.resolve("metrics.txt"), metrics);
            PackagedProgram.Result result = PackagedProgram.finish(
                    directory, new ProcessBuilder("promtool", "check", "metrics").redirectInput(file.toFile()));

            assertThat(result.stdout() + result.stderr()).isEmpty();
            assertThat(result.exitCode()).isZero();
        }
    }

    private static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }
}
