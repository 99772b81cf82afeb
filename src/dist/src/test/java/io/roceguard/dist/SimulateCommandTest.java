// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SimulateCommandTest {

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void write() throws IOException {
        Files.writeString(directory.resolve("fast.yaml"), """
                time_base: 4
                retx_total_timeout: 12
                timeout_init: {low_bound: 5, range_size: 3}
                ranges:
                  - {low_bound: 5, range_size: 3, retry_num: 2, dec_mode: TO_LOW_BOUND}
                  - {low_bound: 8, range_size: 2, retry_num: 2, dec_mode: TO_DIV_2}
                """);
    }

    private int simulate(String options) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> words = new ArrayList<>(
                List.of("simulate", directory.resolve("fast.yaml").toString()));
        words.addAll(List.of(options.split(" ", -1)));
        CommandLine command = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return command.execute(words.toArray(String[]::new));
    }

    @Test
    void showsWhoWentOnWhoFailedAndTheLoad() {
        assertThat(simulate("--qps 3000 --outage 14848001ns --ack-timeout 14 --retry-count 7"))
                .isZero();

        assertThat(out.toString())
                .startsWith("3000 queue pairs through an outage of 14.848 ms, seed 1")
                .contains("Went on", "Failed", "at 16.896 ms to 16.896 ms", "Retransmissions over time", "####")
                .contains("after 767.999 us / ")
                .endsWith("not verified on hardware.\n");
    }

    @Test
    void theSameSeedGivesTheSameDocument() {
        String options = "--qps 500 --outage 10ms --loss 0.2 --ack-timeout 14 --retry-count 7 --json";
        assertThat(simulate(options)).isZero();
        String first = out.toString();
        simulate(options);
        assertThat(out.toString()).isEqualTo(first).contains("\"queue_pairs\":500", "\"seed\":1");

        simulate(options + " --seed 2");
        assertThat(out.toString()).isNotEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--outage 10ms --qps 0 | 2 | --qps must be 1..10000000",
                "--outage 10ms --loss 1 | 2 | --loss must be 0 or more and below 1",
                "--outage 10ms --loss NaN | 2 | --loss must be",
                "--outage ten | 2 | must be a positive duration",
                "--qps 10 | 2 | --outage",
            })
    void whatCannotBeTakenIsUsage(String options, int exitCode, String message) {
        assertThat(simulate(options + " --ack-timeout 14 --retry-count 7")).isEqualTo(exitCode);
        assertThat(err.toString()).contains(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--outage 100000d --ack-timeout 14 | Failed           100 (100.0 %)  at 16.896 ms to 18.048 ms",
                "--outage 1ns --ack-timeout 14 | Went on          100 (100.0 %)  after 127.999 us / ",
                "--outage 1s --ack-timeout 0 | Wait for ever    100 (100.0 %)  without a timer that runs out",
            })
    void veryLongAndVeryShortOutagesAndNoTimerEndToo(String options, String line) {
        assertThat(simulate("--qps 100 --retry-count 7 " + options)).isZero();

        assertThat(out.toString()).contains(line);
    }

    @Test
    void aProfileWithAnErrorIsNotRun() throws Exception {
        Path file = directory.resolve("fast.yaml");
        Files.writeString(file, Files.readString(file).replace("time_base: 4", "time_base: 5"));

        assertThat(simulate("--outage 10ms --ack-timeout 14 --retry-count 7")).isEqualTo(1);
        assertThat(err.toString()).contains("fast.yaml is not valid. E_TIME_BASE_POW2");
    }

    @Test
    void aProfileIsJudgedForTheDeviceAsExplainDoes() throws Exception {
        Path device = Files.writeString(directory.resolve("device.yaml"), "adp_retx_profile_max_range_num: 1\n");
        Path file = directory.resolve("fast.yaml");
        Files.writeString(file, "adp_retx_profile_id: 0\n" + Files.readString(file));

        assertThat(simulate("--outage 10ms --ack-timeout 14 --retry-count 7 --capabilities " + device))
                .isEqualTo(1);
        assertThat(err.toString()).contains("E_PROFILE_ID_RESERVED", "E_RANGE_NUM_MAX");
    }

    @Test
    void theLoadReachesToTheLastThatGoesOn() {
        assertThat(simulate("--qps 3000 --outage 1ns --ack-timeout 14 --retry-count 7"))
                .isZero();

        assertThat(out.toString())
                .containsPattern("  469\\.348 us +[1-9][0-9]* +#+\n")
                .contains("  597.352 us on  0");
    }
}
