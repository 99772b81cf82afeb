// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab.guest;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.lab.PackagedDaemon;
import io.roceguard.lab.PackagedProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged daemon on a real kernel, as a user starts it. */
class DaemonInGuest {

    private static final String LOG_LINE = "\\d{4}-\\d\\d-\\d\\dT\\S+ (TRACE|DEBUG|INFO|WARN|ERROR) \\w+: .+";
    private static final long FIRST_POLL_NANOS = 120_000_000_000L;

    @Test
    void servesTheDevicesAndTheirCountersAndSaysNothingElse(@TempDir Path directory) throws Exception {
        RcPair.start().close();
        Path config = Files.writeString(
                directory.resolve("roceguard.yaml"), "state_directory: " + directory.resolve("state") + "\n");

        try (PackagedDaemon daemon =
                PackagedDaemon.start(directory, "--config", config.toString(), "--port", "0", "--jmx-port", "0")) {
            assertThat(daemon.screen()).startsWith("RoceGuard ");
            assertThat(sample(daemon, "rxe0", "sent_pkts")).isEqualTo(counter("rxe0", "sent_pkts"));
            assertThat(sample(daemon, "rxe1", "rcvd_pkts")).isEqualTo(counter("rxe1", "rcvd_pkts"));

            PackagedProgram.Result devices =
                    PackagedProgram.run(directory, "devices", "--json", "--timeout", "300", "--url", daemon.httpUrl());
            assertThat(devices.stderr()).isEmpty();
            assertThat(Guest.objects(devices.stdout()))
                    .extracting(nic -> nic.get("nic"))
                    .containsExactly("rxe0", "rxe1");

            assertThat(daemon.log().lines()).allMatch(line -> line.matches(LOG_LINE));
        }
    }

    /** A sample of {@code /metrics}, waited for until the device has been polled. */
    private static double sample(PackagedDaemon daemon, String device, String counter) throws Exception {
        long start = System.nanoTime();
        String metrics;
        do {
            metrics = daemon.anonymousGet("/metrics").body();
            OptionalDouble sample = metrics.lines()
                    .filter(line -> line.startsWith("rdma_hw_counters_total{")
                            && line.contains("device=\"" + device + "\"")
                            && line.contains("counter=\"" + counter + "\""))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .findFirst();
            if (sample.isPresent()) {
                return sample.getAsDouble();
            }
        } while (System.nanoTime() - start < FIRST_POLL_NANOS);
        throw new AssertionError("No " + counter + " of " + device + " in:\n" + metrics);
    }

    private static double counter(String device, String counter) throws Exception {
        Path file = Path.of("/sys/class/infiniband", device, "ports/1/hw_counters", counter);
        double value = Double.parseDouble(Files.readString(file).strip());
        assertThat(value).isPositive();
        return value;
    }
}
