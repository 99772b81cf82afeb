// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricsDocumentTest {

    private static final Path DOCUMENT = Path.of(System.getProperty("basedir", "."), "..", "src", "docs", "metrics.md");

    @Test
    void documentListsExactlyWhatIsExported() throws IOException {
        List<String> documented = Files.readAllLines(DOCUMENT).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();

        assertThat(documented)
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Family.values())
                        .map(MetricsDocumentTest::row)
                        .toList());
    }

    private static String row(Family family) {
        String labels = family.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "));
        return "| `" + family.exportedName() + "` | " + family.type() + " | " + labels + " | " + family.help() + " |";
    }
}
