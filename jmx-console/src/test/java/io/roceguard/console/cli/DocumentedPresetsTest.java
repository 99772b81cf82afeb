// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.adp.DeadPath;
import io.roceguard.adp.ProfilePresets;
import io.roceguard.adp.QpTiming;
import io.roceguard.adp.Spread;
import io.roceguard.text.TimeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The figures of the guide and of the presets' own comments are those of explain. */
class DocumentedPresetsTest {

    private static final int NAME = 1;
    private static final int ACK_TIMEOUT = 3;
    private static final int RETRY_COUNT = 4;
    private static final int FIGURES = 5;

    private static List<String> row(String name) throws IOException {
        return Files.readAllLines(Path.of("../src/docs/adp.md")).stream()
                .map(line -> List.of(line.split(" *\\| *", -1)))
                .filter(cells -> cells.size() > FIGURES && cells.get(NAME).equals("`" + name + "`"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("src/docs/adp.md has no row for preset " + name));
    }

    private static DeadPath path(String name) throws IOException {
        List<String> row = row(name);
        QpTiming timing = new QpTiming(Integer.parseInt(row.get(ACK_TIMEOUT)), Integer.parseInt(row.get(RETRY_COUNT)));
        return DeadPath.of(ProfilePresets.read(name).profile(), timing);
    }

    @ParameterizedTest
    @MethodSource("io.roceguard.adp.ProfilePresets#names")
    void theTableOfTheGuide(String name) throws IOException {
        DeadPath path = path(name);

        assertThat(row(name).subList(FIGURES, FIGURES + 3))
                .containsExactly(
                        Figures.times(path.detectionNanos().orElseThrow()),
                        TimeText.of(path.surelySurvivedNanos(0).orElseThrow()),
                        Figures.numbers(path.retransmissions()));
    }

    @ParameterizedTest
    @MethodSource("io.roceguard.adp.ProfilePresets#names")
    void theCommentOfThePreset(String name) throws IOException {
        DeadPath path = path(name);
        Spread detection = path.detectionNanos().orElseThrow();

        assertThat(ProfilePresets.text(name).orElseThrow())
                .contains("Reports a dead path after " + TimeText.of(detection.min()) + " to "
                        + TimeText.of(detection.max()) + "; survives outages of "
                        + TimeText.of(path.surelySurvivedNanos(0).orElseThrow()) + ".");
    }
}
