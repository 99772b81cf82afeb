// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The plots of the guide are what the tool draws. */
class DocumentedPlotsTest {

    private static final Path GUIDE = Path.of("../docs/adp");

    @ParameterizedTest
    @ValueSource(strings = {"sample", "fast-detect", "flap-1s"})
    void areThoseOfTheToolItself(String name, @TempDir Path directory) throws Exception {
        Path plot = directory.resolve(name + ".svg");
        Path profile = GUIDE.resolve(name + ".yaml");
        int exitCode = Main.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .execute(
                        "explain",
                        profile.toString(),
                        "--ack-timeout",
                        "14",
                        "--retry-count",
                        "7",
                        "--plot",
                        plot.toString());

        assertThat(exitCode).isZero();
        assertThat(Files.readString(plot).replace(profile.toString(), name + ".yaml"))
                .as(
                        "draw it again: roceguard explain %s.yaml --ack-timeout 14 --retry-count 7 --plot %s.svg",
                        name, name)
                .isEqualTo(Files.readString(GUIDE.resolve(name + ".svg")));
    }
}
