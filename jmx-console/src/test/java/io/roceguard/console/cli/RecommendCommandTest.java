// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.console.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecommendCommandTest {

    @Test
    void whatItPrintsIsAProfileThatExplainConfirms(@TempDir Path directory) throws Exception {
        CliRun run = CliRun.of("recommend", "--survive", "1s", "--detect-within", "2s", "--json");
        JsonObject best = JsonObject.of(run.object().get("best"));
        Path file = Files.write(directory.resolve("best.yaml"), best.texts("profile"));

        JsonObject explained = CliRun.of(
                        "explain", file.toString(), "--ack-timeout", "20", "--retry-count", "7", "--json")
                .object();

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).contains("Taking ack_timeout 20 and retry_cnt 7");
        assertThat(explained.get("detection_ns")).isEqualTo(best.get("detection_ns"));
        assertThat(explained.get("retransmissions_until_failure")).isEqualTo(best.get("retransmissions_until_failure"));
        assertThat(explained.objects("findings")).isEmpty();
        assertThat(explained.get("survived_ns")).isEqualTo(best.get("survived_ns"));
    }

    @Test
    void theTextHoldsAFileToSaveAndItsFiguresAsComments(@TempDir Path directory) throws Exception {
        CliRun run = CliRun.of(
                "recommend",
                "--survive",
                "300ms",
                "--detect-within",
                "1s",
                "--ack-timeout",
                "18",
                "--retry-count",
                "7",
                "--qps",
                "4000");
        List<String> lines = run.lines();
        int end = lines.indexOf("");
        List<String> yaml =
                lines.subList(1, end).stream().map(line -> line.substring(2)).toList();
        Path file = Files.write(directory.resolve("best.yaml"), yaml);

        assertThat(lines.get(0))
                .startsWith("Best of ")
                .endsWith(" at ack_timeout 18, retry_cnt 7 and a round trip of 10 us:");
        assertThat(CliRun.of("validate", file.toString()).exitCode()).isZero();
        assertThat(run.out()).contains("of 4000 queue pairs").contains("Runner-up, with ");
    }

    @Test
    void saysWhatWouldFitWhereNothingDoes() {
        CliRun text = CliRun.of("recommend", "--survive", "1s", "--detect-within", "1000000001ns");
        CliRun json = CliRun.of("recommend", "--survive", "1s", "--detect-within", "1000000001ns", "--json");

        assertThat(text.exitCode()).isEqualTo(1);
        assertThat(text.out()).contains("Nothing fits").containsPattern("What would: --detect-within [0-9]+[mu]s, ");
        assertThat(json.object().get("found")).isEqualTo(false);
        String soonest =
                json.object().integer("soonest_detection_ns").orElseThrow().toString();
        assertThat(CliRun.of("recommend", "--survive", "1s", "--detect-within", soonest + "ns")
                        .exitCode())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--survive 1s | --detect-within",
                "--survive 1 --detect-within 2s | must be a positive duration",
                "--survive 2s --detect-within 2s | --detect-within must be longer than --survive",
                "--survive 1s --detect-within 2s --qps 0 | --qps must be 1 or more",
                "--survive 1s --detect-within 2s --ack-timeout 14 | belong together",
            })
    void whatCannotBeTakenIsUsage(String options, String message) {
        CliRun run = CliRun.of(("recommend " + options).split(" ", -1));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }
}
