// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.console.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {

    private static CliRun explain(String profile, String... more) {
        String[] words = {"explain", CliRun.file(profile), "--ack-timeout", "14", "--retry-count", "7"};
        String[] all = Arrays.copyOf(words, words.length + more.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        return CliRun.of(all);
    }

    @Test
    void theSampleOfTheDocumentIsAStorm() {
        CliRun run = explain("sample.yaml");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("Sends until then  58720 retransmissions")
                .contains("ack_timeout 14 is below 16, which a ConnectX-6 was measured to use at least")
                .contains("W_STORM")
                .contains("Read otherwise (after_last=FAIL): fails after 8 us / 10 us / 12 us")
                .contains("not verified on hardware");
    }

    @Test
    void textHasTheFiguresInUnitsOfPeople() {
        assertThat(explain("fast.yaml", "--outage", "10ms").lines())
                .contains(
                        "  Total timeout     16.384 ms",
                        "  Fails after       16.896 ms / 17.536 ms / 18.048 ms (least / mean / most over the initial"
                                + " timeouts)",
                        "  Sends until then  9 / 11 / 13 retransmissions",
                        "  Survives          outages up to 14.848 ms surely, up to 16 ms at best",
                        "  128 us    256 us    2      0",
                        "  10 ms   752 us / 1.392 ms / 1.904 ms  0 %    6 / 8 / 10");
    }

    @Test
    void jsonHasTheNamesAndFiguresOfTheVectors() {
        CliRun run = explain("fast.yaml", "--json", "--outage", "14848001ns");
        JsonObject document = run.object();

        assertThat(document.get("total_ns")).isEqualTo(16_384_000);
        assertThat(document.get("detection_ns"))
                .isEqualTo(
                        Map.of("min", 16_896_000, "mean", "17536000", "mean_rounded", 17_536_000, "max", 18_048_000));
        assertThat(document.get("survived_ns")).isEqualTo(Map.of("sure", 14_848_000, "best", 16_000_000));
        assertThat(String.valueOf(document.objects("outages").get(0).get("distribution")))
                .isEqualTo("[[767999, 1/3], [1151999, 1/3], [null, 1/3]]");
        assertThat(document.get("verified_on_hardware")).isEqualTo(false);
    }

    @Test
    void aQueuePairWithoutTimeoutNeverFails() {
        CliRun run = CliRun.of("explain", CliRun.file("fast.yaml"), "--ack-timeout", "0", "--retry-count", "7");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Fails after    never").contains("W_ACK_DISABLED");
    }

    @Test
    void aProfileWithAnErrorHasNoFigures() {
        CliRun run = CliRun.withStdin("""
                time_base: 5
                qp_total_timeout: 1
                timeout_init: {low_bound: 0, range_size: 2}
                ranges: [{low_bound: 0, range_size: 2, dec_mode: 1}]
                """, "explain", "-", "--ack-timeout", "14", "--retry-count", "7");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines().get(0)).isEqualTo("<stdin>: not valid, 1 error. There are no figures.");
    }

    @Test
    void theQueuePairsMustBeKnown() {
        CliRun run = CliRun.of("explain", CliRun.file("fast.yaml"));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("give --ack-timeout and --retry-count");
    }

    @Test
    void theMeasurementSaysNothingWithoutRetries() {
        assertThat(CliRun.of("explain", CliRun.file("fast.yaml"), "--ack-timeout", "14", "--retry-count", "0")
                        .out())
                .contains("as measured on one ConnectX-6 (20.43.4100): not measured for retry_cnt 0.");
    }

    @Test
    void aPlotNeedsItsDirectory(@TempDir Path directory) {
        CliRun run = explain(
                "fast.yaml", "--plot", directory.resolve("none/plot.svg").toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("none/plot.svg: there is no such directory.");
    }

    @Test
    void drawsAPlot(@TempDir Path directory) throws Exception {
        Path plot = directory.resolve("fast.svg");

        assertThat(explain("fast.yaml", "--plot", plot.toString()).exitCode()).isZero();
        assertThat(Files.readString(plot)).startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\"");
        CliRun nowhere =
                explain("fast.yaml", "--plot", directory.resolve("no/such.svg").toString());
        assertThat(nowhere.exitCode()).isEqualTo(2);
        assertThat(nowhere.err()).contains("The plot cannot be written to ");
    }
}
