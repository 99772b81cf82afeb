// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The daemon on a host with an fwctl device, which a double in front of the C library stands for. */
class FwctlIT {

    private static final Path DOUBLE =
            Path.of(System.getProperty("roceguard.doubles"), "fwctl.so").normalize();

    /** A ConnectX-7 with ADP on and its firmware's own timeouts. */
    private static final String WORDS = "1800065f 00000005 41000fa0";

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private Path hold;
    private String token;

    @BeforeEach
    void hostWithTwoFunctions() throws Exception {
        assumeTrue(
                Files.exists(DOUBLE),
                "There is no double of fwctl, because no gcc was found when the tests were built.");
        hold = directory.resolve("hold");
        function("0000:1a:00.0", "mlx5_0");
        function("0000:1a:00.1", "mlx5_1");
        Path fwctl = Files.createDirectories(directory.resolve("sys/devices/0000:1a:00.0/fwctl/fwctl0"));
        Files.createSymbolicLink(fwctl.resolve("device"), directory.resolve("sys/devices/0000:1a:00.0"));
        Path nodes = Files.createDirectories(directory.resolve("sys/class/fwctl"));
        Files.createSymbolicLink(nodes.resolve("fwctl0"), fwctl);
    }

    private void function(String pciAddress, String name) throws IOException {
        Path sysfs = directory.resolve("sys");
        Path function = Files.createDirectories(sysfs.resolve("devices").resolve(pciAddress));
        Path device = function.resolve("infiniband").resolve(name);
        Path counters = Files.createDirectories(device.resolve("ports/1/hw_counters"));
        Files.writeString(counters.resolve("roce_adp_retrans"), "3\n");
        Files.writeString(device.resolve("ports/1/link_layer"), "Ethernet\n");
        Files.writeString(device.resolve("fw_ver"), "28.46.1006\n");
        Path driver = Files.createDirectories(sysfs.resolve("bus/pci/drivers/mlx5_core"));
        Files.createSymbolicLink(function.resolve("driver"), driver);
        Files.createSymbolicLink(device.resolve("device"), function);
        Path devices = Files.createDirectories(sysfs.resolve("class/infiniband"));
        Files.createSymbolicLink(devices.resolve(name), device);
    }

    private PackagedDaemon start() throws Exception {
        String hashes = PackagedProgram.run(directory, "hash", "--token").stdout();
        token = hashes.lines().findFirst().orElseThrow().substring("token: ".length());
        String hash = hashes.lines().skip(1).findFirst().orElseThrow().substring("token_hash: ".length());
        Path config = Files.writeString(directory.resolve("roceguard.yaml"), """
                state_directory: %s
                nics:
                  sysfs_root: %s
                  register_access:
                    - {nic: mlx5_1, way: none}
                poll: {interval: 200ms, deadline: 1s}
                users:
                  - {name: alice, role: operator, token_hash: "%s"}
                anonymous: viewer
                """.formatted(
                        directory.resolve("state"), directory.resolve("sys"), hash));
        return PackagedDaemon.start(
                directory,
                environment -> {
                    environment.put("LD_PRELOAD", DOUBLE.toString());
                    environment.put("FWCTL_DOUBLE_WORDS", WORDS);
                    environment.put("FWCTL_DOUBLE_HOLD", hold.toString());
                },
                "--config",
                config.toString(),
                "--port",
                "0",
                "--jmx-port",
                "0");
    }

    private PackagedProgram.Result ask(PackagedDaemon daemon, String... command) throws Exception {
        ProcessBuilder builder = PackagedProgram.builder(command);
        builder.environment().put("ROCEGUARD_URL", daemon.httpUrl());
        builder.environment().put("ROCEGUARD_TOKEN", token);
        return PackagedProgram.finish(directory, builder);
    }

    private static String read(PackagedDaemon daemon, String mbean) throws Exception {
        return daemon.jolokia("", "{\"type\":\"read\",\"mbean\":\"io.roceguard:" + mbean + "\"}")
                .body();
    }

    private static void await(PackagedDaemon daemon, String mbean, Pattern expected) throws Exception {
        long begin = System.nanoTime();
        String last;
        do {
            last = read(daemon, mbean);
            if (expected.matcher(last).find()) {
                return;
            }
        } while (System.nanoTime() - begin < PATIENCE.toNanos());
        throw new AssertionError("Never seen in " + mbean + ": " + expected + "; last: " + last);
    }

    @Test
    void aChangeGoesOutByFwctlAndIsReadBack() throws Exception {
        try (PackagedDaemon daemon = start()) {
            await(daemon, "type=Nic,name=mlx5_0", Pattern.compile("\"AdpMode\":\"firmware\""));
            assertThat(read(daemon, "type=Nic,name=mlx5_0"))
                    .contains("\"RegisterAccessPath\":\"fwctl0\"", "\"RegisterAccessReason\":\"\"");
            assertThat(read(daemon, "type=Nic,name=mlx5_1")).contains("\"RegisterAccessPath\":\"none\"");

            PackagedProgram.Result applied = ask(daemon, "apply", "mlx5_0", "roce_tx_window_en=1");
            assertThat(applied.exitCode()).as(applied.toString()).isZero();
            assertThat(applied.stdout()).containsIgnoringCase("verified");
            assertThat(ask(daemon, "get", "mlx5_0", "roce_tx_window_en", "--json")
                            .stdout())
                    .contains("\"roce_tx_window_en\":1");
            PackagedProgram.Result history = ask(daemon, "history", "mlx5_0", "--json");
            assertThat(history.stdout()).contains("\"verified\"", "roce_tx_window_en 0 -> 1", "alice");

            // Without a message of the JVM about native access, on any JDK.
            assertThat(daemon.log().lines().filter(line -> line.startsWith("WARNING")))
                    .isEmpty();
        }
    }

    @Test
    void firmwareThatDoesNotAnswerMakesItsNicUnreachableAndNothingElse() throws Exception {
        try (PackagedDaemon daemon = start()) {
            await(daemon, "type=Nic,name=mlx5_0", Pattern.compile("\"State\":\"ok\""));

            Files.createFile(hold);
            await(daemon, "type=Nic,name=mlx5_0", Pattern.compile("unreachable \\(call pending [1-9][0-9]* s\\)"));
            PackagedProgram.Result refused = ask(daemon, "apply", "mlx5_0", "roce_tx_window_en=1");
            assertThat(refused.exitCode()).as(refused.toString()).isNotZero();
            assertThat(refused.stderr() + refused.stdout()).contains("call pending", "Nothing was sent");
            assertThat(read(daemon, "type=Nic,name=mlx5_1")).contains("\"State\":\"ok\"");
            for (String path : List.of("/health/live", "/health/ready", "/metrics")) {
                assertThat(daemon.anonymousGet(path).statusCode()).as(path).isEqualTo(200);
            }

            Files.delete(hold);
            await(daemon, "type=Nic,name=mlx5_0", Pattern.compile("\"State\":\"ok\""));
            assertThat(ask(daemon, "apply", "mlx5_0", "roce_tx_window_en=1").exitCode())
                    .isZero();
        }
    }
}
