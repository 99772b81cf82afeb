// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import io.roceguard.console.json.Json;
import io.roceguard.console.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** One run of the command line in this process. */
record CliRun(int exitCode, String out, String err) {

    static CliRun of(String... args) {
        return with("", Map.of(), args);
    }

    static CliRun withStdin(String stdin, String... args) {
        return with(stdin, Map.of(), args);
    }

    static CliRun withEnvironment(Map<String, String> environment, String... args) {
        return with("", environment, args);
    }

    private static CliRun with(String stdin, Map<String, String> environment, String... args) {
        InputStream in = new ByteArrayInputStream(stdin.getBytes(StandardCharsets.ISO_8859_1));
        return in(new Surroundings(in, environment, question -> Optional.empty()), args);
    }

    static CliRun in(Surroundings surroundings, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = RoceguardCommand.create(surroundings)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
        int exitCode = command.execute(args);
        return new CliRun(exitCode, out.toString(), err.toString());
    }

    /** The document on stdout; fails when there is anything else. */
    Object document() {
        if (out.lines().count() != 1) {
            throw new AssertionError("expected one line on stdout: " + out);
        }
        return Objects.requireNonNull(Json.parse(out)
                .orElseThrow(() -> new AssertionError("no JSON: " + out))
                .value());
    }

    JsonObject object() {
        return JsonObject.of(document());
    }

    List<String> lines() {
        return out.lines().toList();
    }

    static String resource(String name) {
        try (InputStream in = CliRun.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The path of a test resource. */
    static String file(String name) {
        try {
            return Path.of(Objects.requireNonNull(CliRun.class.getResource(name), name)
                            .toURI())
                    .toString();
        } catch (java.net.URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
