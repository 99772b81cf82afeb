// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The program as it is packaged, run on the JDK of this test. */
final class PackagedProgram {
    private static final Path LAUNCHER =
            Path.of(System.getProperty("roceguard.home")).normalize().resolve("bin/roceguard");

    private PackagedProgram() {}

    /** What a finished run left. */
    record Result(int exitCode, String stdout, String stderr) {}

    static ProcessBuilder builder(String... arguments) {
        List<String> command = new ArrayList<>(List.of(LAUNCHER.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().keySet().removeIf(name -> name.startsWith("ROCEGUARD_"));
        return builder;
    }

    /**
     * Runs it to its end.
     *
     * @param directory for what it prints
     */
    static Result run(Path directory, String... arguments) throws IOException, InterruptedException {
        return finish(directory, builder(arguments));
    }

    /** Runs any program to its end, a minute at most. */
    static Result finish(Path directory, ProcessBuilder builder) throws IOException, InterruptedException {
        Path stdout = Files.createTempFile(directory, "stdout", ".txt");
        Path stderr = Files.createTempFile(directory, "stderr", ".txt");
        Process process = builder.redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile())
                .start();
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(builder.command() + " did not end within a minute. It said: "
                    + Files.readString(stdout) + Files.readString(stderr));
        }
        return new Result(process.exitValue(), Files.readString(stdout), Files.readString(stderr));
    }
}
