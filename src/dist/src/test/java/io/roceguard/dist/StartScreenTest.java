// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StartScreenTest {
    private static final String HTTP = "http://127.0.0.1:8778";
    private static final String JMX = "service:jmx:rmi:///jndi/rmi://127.0.0.1:8779/jmxrmi";

    @Test
    void simulatedRunShowsAddressesTokensAndThingsToTry() {
        String text = simulated(List.of("mlx5_0", "mlx5_1"), new RunUsers("OPERATOR-TOKEN", "VIEWER-TOKEN"));

        assertThat(text)
                .startsWith("RoceGuard 1.2.3 runs on simulated NICs: mlx5_0, mlx5_1 (scenario steady).")
                .contains(HTTP + "/jolokia/", HTTP + "/metrics", HTTP + "/health/ready", JMX)
                .contains("jconsole 127.0.0.1:8779")
                .contains("operator  OPERATOR-TOKEN", "viewer    VIEWER-TOKEN")
                .contains("export ROCEGUARD_URL=" + HTTP + " ROCEGUARD_TOKEN=OPERATOR-TOKEN")
                .contains("bin/roceguard status")
                .contains("curl -sH \"Authorization: Bearer $ROCEGUARD_TOKEN\" " + HTTP)
                .contains("bin/roceguard apply mlx5_0 roce_tx_window_en=1")
                .endsWith("Stop with Ctrl-C.");
    }

    @Test
    void itFitsOnOneScreenInPlainAscii() {
        String text = simulated(List.of("mlx5_0", "mlx5_1"), RunUsers.random());

        assertThat(text.lines()).hasSizeLessThanOrEqualTo(24);
        assertThat(text).matches("[\\x20-\\x7e\\r\\n]*");
    }

    @Test
    void configuredUsersKeepTheirSecrets() {
        String text = new StartScreen(
                        "1", List.of("mlx5_0"), null, Path.of("/sys"), HTTP, null, List.of("ops", "grafana"), null, "x")
                .text();

        assertThat(text)
                .contains("watches the NICs of this host: mlx5_0.", "Users: ops, grafana.", "ROCEGUARD_TOKEN=...")
                .doesNotContain("JMX", "jconsole", "operator");
    }

    @Test
    void withoutUsersNothingThatChangesIsOffered() {
        String text = host(List.of("mlx5_0"));

        assertThat(text).contains("No users are configured").doesNotContain("apply", "TOKEN");
    }

    @Test
    void aHostWithoutNicsIsToldWhatWasLookedAtAndHowToTryAnyway() {
        assertThat(host(List.of())).contains("found no RDMA device in /sys-host/class/infiniband", "x run --sim");
    }

    private static String simulated(List<String> nics, @Nullable RunUsers users) {
        return new StartScreen("1.2.3", nics, "steady", Path.of("/sys"), HTTP, JMX, List.of(), users, "bin/roceguard")
                .text();
    }

    private static String host(List<String> nics) {
        return new StartScreen("1", nics, null, Path.of("/sys-host"), HTTP, JMX, List.of(), null, "x").text();
    }
}
