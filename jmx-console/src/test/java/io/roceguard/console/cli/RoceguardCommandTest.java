// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;

class RoceguardCommandTest {

    @Command(name = "run", header = "Start the daemon.")
    static final class Failing implements Callable<Integer> {

        @Mixin
        private final Output output = new Output();

        private final RuntimeException failure;

        Failing(RuntimeException failure) {
            this.failure = failure;
        }

        @Override
        public Integer call() {
            output.note("It will fail.");
            throw failure;
        }
    }

    @Test
    void helpExplainsGroupsAndExitCodes() {
        CliRun run = CliRun.of("--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("RoCE adaptive retransmission")
                .containsSubsequence("With a running daemon", "status", "apply", "Without one", "decode", "encode")
                .containsSubsequence("Exit codes", "0 ", "1 ", "2 ", "3 ", "Examples");
        assertThat(run.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status",
                "devices",
                "qps",
                "get",
                "plan",
                "apply",
                "confirm",
                "rollback",
                "history",
                "presets",
                "decode",
                "encode"
            })
    void everyCommandHasHelpAndJson(String command) {
        CliRun run = CliRun.of(command, "--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Usage: roceguard " + command).contains("--json");
    }

    @Test
    void versionIsTheBuilds() {
        assertThat(CliRun.of("--version").out()).matches("roceguard [0-9]+\\.[0-9]+\\.[0-9]+.*\n");
    }

    @Test
    void nothingGivenIsAUsageErrorWithHelp() {
        CliRun run = CliRun.of();

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("Usage: roceguard");
    }

    @Test
    void mistypedCommandAndOptionGetTheNearestName() {
        CliRun command = CliRun.of("statsu");
        CliRun option = CliRun.of("encode", "--sett", "a=1");

        assertThat(command.exitCode()).isEqualTo(2);
        assertThat(command.err())
                .isEqualTo("roceguard: There is no command statsu. Did you mean status? See: roceguard --help\n");
        assertThat(option.exitCode()).isEqualTo(2);
        assertThat(option.err()).contains("--set").contains("See: roceguard encode --help");
    }

    @Test
    void usageErrorUnderJsonIsOneDocument() {
        CliRun run = CliRun.of("decode", "a", "b", "--json");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.object().get("exit_code")).isEqualTo(2);
        assertThat(run.object().text("error").orElseThrow()).contains("The argument b is one too many.");
    }

    @Test
    void controlCharactersOfTheInputDoNotReachTheTerminal() {
        CliRun run = CliRun.of("decode", "/no\u001b[31m\nsuch");

        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).doesNotContain("\u001b");
    }

    @Test
    void furtherCommandsJoinTheHelpAndTheErrorReport() {
        Surroundings surroundings = new Surroundings(InputStream.nullInputStream(), Map.of(), q -> Optional.empty());
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine root = RoceguardCommand.create(
                        surroundings, new Failing(CliException.unreachable("Port 8778 is in use.")))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));

        assertThat(root.execute("run")).isEqualTo(3);
        assertThat(err.toString()).isEqualTo("roceguard: It will fail.\nroceguard: Port 8778 is in use.\n");
        assertThat(root.execute("--help")).isZero();
        assertThat(out.toString()).containsSubsequence("The daemon", "run  Start the daemon.", "With a running daemon");
    }

    @Test
    void defectShowsAStackTraceOnlyWhenAskedFor() {
        assertThat(defect(Map.of())).contains("defect").doesNotContain("\tat ");
        assertThat(defect(Map.of("ROCEGUARD_DEBUG", "1"))).contains("defect").contains("\tat ");
    }

    private static String defect(Map<String, String> environment) {
        Surroundings surroundings = new Surroundings(InputStream.nullInputStream(), environment, q -> Optional.empty());
        StringWriter err = new StringWriter();
        CommandLine root = RoceguardCommand.create(surroundings, new Failing(new IllegalStateException("boom")))
                .setErr(new PrintWriter(err));
        assertThat(root.execute("run")).isEqualTo(70);
        return err.toString();
    }

    @Test
    void coloursAreForTerminalsOnly() {
        StringWriter out = new StringWriter();
        CommandLine root = RoceguardCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.ON));

        root.execute("decode", CliRun.file("mlxreg_raw_default.txt"));

        assertThat(out.toString()).contains("\u001b[1mROCE_ACCL\u001b[");
    }
}
