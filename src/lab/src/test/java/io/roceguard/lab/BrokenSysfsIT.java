// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The daemon on trees of hosts where something is broken. A plain file cannot fail with EINVAL, so a directory stands in
 * its place there and fails with EISDIR.
 */
class BrokenSysfsIT {

    @TempDir
    private Path directory;

    private Path tree(String list) throws IOException {
        Path root = directory.resolve("sys");
        try (InputStream in = BrokenSysfsIT.class.getResourceAsStream(list)) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (!line.startsWith("#")) {
                    add(
                            root,
                            line.substring("/sys/".length(), line.indexOf(':')),
                            line.substring(line.indexOf(':') + 1));
                }
            }
        }
        return root;
    }

    private static void add(Path root, String path, String value) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        if (value.startsWith("!ERR")) {
            Files.createDirectories(file);
        } else if (!value.startsWith("!DIR")) {
            Files.writeString(file, value + "\n");
        }
    }

    private PackagedDaemon start(Path root) throws Exception {
        Path config = Files.writeString(
                directory.resolve("roceguard.yaml"),
                "state_directory: " + directory.resolve("state") + "\nnics: {sysfs_root: " + root + "}\n");
        return PackagedDaemon.start(directory, "--config", config.toString(), "--port", "0", "--jmx-port", "0");
    }

    private static String read(PackagedDaemon daemon, String mbean) throws Exception {
        return daemon.jolokia("", "{\"type\":\"read\",\"mbean\":\"io.roceguard:" + mbean + "\"}")
                .body();
    }

    private static String metrics(PackagedDaemon daemon) throws Exception {
        return daemon.anonymousGet("/metrics").body();
    }

    @Test
    void devicesWithoutCountersDoNotHideTheOneThatHasThem() throws Exception {
        try (PackagedDaemon daemon = start(tree("/sysfs_irdma_mixed.list"))) {
            assertThat(read(daemon, "type=Counters,nic=mlx5_0,port=1"))
                    .contains("\"port_rcv_data\":230539874932483", "\"port_rcv_data_bytes\":922159499729932");
            assertThat(read(daemon, "type=Nic,name=irdma0")).contains("\"state\":\"ACTIVE\"", "no_counters");
            assertThat(read(daemon, "type=Nic,name=irdma1")).contains("\"state\":\"DOWN\"");
            assertThat(read(daemon, "type=Nic,name=mlx5_0")).contains("\"AdpMode\":\"unknown\"");

            String metrics = metrics(daemon);
            assertThat(metrics).contains("device=\"mlx5_0\"").doesNotContain("NaN");
            assertThat(metrics.lines().filter(line -> line.startsWith("rdma_hw_counters_total")))
                    .allMatch(line -> line.contains("device=\"mlx5_0\""));
        }
    }

    @Test
    void aCounterThatFailsIsUnavailableAndNeverZero() throws Exception {
        try (PackagedDaemon daemon = start(tree("/sysfs_lpf_einval.list"))) {
            assertThat(read(daemon, "type=Counters,nic=mlx5_0,port=1"))
                    .contains("\"port_rcv_data\":null", "port_rcv_data EISDIR")
                    .doesNotContain("\"port_rcv_data\":0");
            assertThat(read(daemon, "type=Nic,name=mlx5_0")).contains("3 of 3 counters cannot be read: EISDIR");
            assertThat(read(daemon, "type=Counters,nic=mlx5_1,port=1"))
                    .contains("\"port_rcv_data_bytes\":4000", "\"link_downed\":0");

            assertThat(metrics(daemon))
                    .contains("roceguard_counters_unavailable{device=\"mlx5_0\",port=\"1\"")
                    .doesNotContain("NaN")
                    .doesNotContain("rdma_hw_counters_total{counter=\"link_downed\",device=\"mlx5_0\"");
        }
    }

    @Test
    void aHostWithoutRdmaIsWatchedAndSaidSo() throws Exception {
        try (PackagedDaemon daemon = start(Files.createDirectories(directory.resolve("sys")))) {
            assertThat(daemon.screen()).contains("found no RDMA device");
            assertThat(daemon.anonymousGet("/health/ready").statusCode()).isEqualTo(200);
            assertThat(daemon.log()).contains("No RDMA device");
        }
    }

    @Test
    void anUnreadableStateDirectoryIsNamedAndExitsWith3() throws Exception {
        Path file = Files.createFile(directory.resolve("not-a-directory"));
        Path config = Files.writeString(directory.resolve("roceguard.yaml"), "state_directory: " + file + "\n");

        PackagedProgram.Result result =
                PackagedProgram.run(directory, "run", "--config", config.toString(), "--sim", "--port", "0");

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.stderr()).contains("Cannot write in state directory " + file);
    }

    @Test
    void malformedYamlIsNamedWithItsPlaceAndExitsWith2() throws Exception {
        Path config = Files.writeString(directory.resolve("roceguard.yaml"), "http:\n  port: [1\n");

        PackagedProgram.Result result =
                PackagedProgram.run(directory, "run", "--config", config.toString(), "--check-config");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.stderr()).containsPattern("roceguard\\.yaml:[0-9]+:[0-9]+: ");
    }

    @Test
    void anUnknownPresetIsNamedByCheckConfig() throws Exception {
        Path config = Files.writeString(
                directory.resolve("roceguard.yaml"), "simulation: {nics: [{name: mlx5_0, preset: cx77}]}\n");

        PackagedProgram.Result result =
                PackagedProgram.run(directory, "run", "--config", config.toString(), "--check-config");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.stderr()).contains("cx77", "cx7-2025-07");
    }
}
