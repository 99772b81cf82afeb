// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunIT {
    private static final int SIGTERM = 128 + 15;

    @TempDir
    private Path directory;

    @Test
    void theFirstScreenNamesWhatAnswers() throws IOException, InterruptedException {
        try (PackagedDaemon daemon = PackagedDaemon.simulated(directory)) {
            assertThat(daemon.get("/health/live").statusCode()).isEqualTo(200);
            assertThat(daemon.get("/health/ready").statusCode()).isEqualTo(200);
            assertThat(daemon.get("/jolokia/read/io.roceguard:type=RoceAccl,nic=mlx5_0/roce_adp_retrans_en")
                            .body())
                    .contains("\"status\":200");
        }
    }

    @Test
    void theJvmPrintsNothingOfItsOwn() throws IOException, InterruptedException {
        try (PackagedDaemon daemon = PackagedDaemon.simulated(directory)) {
            assertThat(daemon.screen()).startsWith("RoceGuard ");
            assertThat(daemon.log()).doesNotContainIgnoringCase("warning");
        }
    }

    @Test
    void sigtermStopsItCleanly() throws IOException, InterruptedException {
        try (PackagedDaemon daemon = PackagedDaemon.simulated(directory)) {
            assertThat(daemon.terminate()).isEqualTo(SIGTERM);
            assertThat(daemon.log()).doesNotContain("Exception");
        }
    }

    @Test
    void aPortInUseIsNamedAndExitsWith3() throws IOException, InterruptedException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(taken.getLocalPort());
            Path config = config("state_directory: " + directory.resolve("state"));

            PackagedProgram.Result result =
                    PackagedProgram.run(directory, "run", "--config", config.toString(), "--sim", "--port", port);

            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(result.stderr()).contains(port).doesNotContain("\tat ");
            assertThat(result.stdout()).isEmpty();
        }
    }

    @Test
    void anUnknownKeyIsNamedWithItsPlaceAndExitsWith2() throws IOException, InterruptedException {
        Path config = config("htpp:\n  port: 1\n");

        PackagedProgram.Result result =
                PackagedProgram.run(directory, "run", "--config", config.toString(), "--check-config");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.stderr()).contains("roceguard.yaml", "htpp", "http");
        assertThat(result.stdout()).isEmpty();
    }

    @Test
    void theExampleConfigurationIsValid() throws IOException, InterruptedException {
        String example = Path.of(System.getProperty("roceguard.home"))
                .normalize()
                .resolve("etc/roceguard.yaml")
                .toString();

        PackagedProgram.Result result = PackagedProgram.run(directory, "run", "--config", example, "--check-config");

        assertThat(result.stderr()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.stdout().strip()).isEqualTo(example + " is valid.");
    }

    private Path config(String yaml) throws IOException {
        return Files.writeString(directory.resolve("roceguard.yaml"), yaml);
    }
}
