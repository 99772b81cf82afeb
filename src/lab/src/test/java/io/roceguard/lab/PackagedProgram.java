// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The program as it is packaged, run on the JDK of this test. */
public final class PackagedProgram {

    /** How long a start or an end of the program may take; a slow machine sets {@code roceguard.patience}. */
    static final int PATIENCE_SECONDS = Integer.getInteger("roceguard.patience", 60);

    /** For its JVM; a slow machine has some. */
    private static final String JAVA_OPTIONS = System.getProperty("roceguard.java.options", "");

    private static final Path LAUNCHER =
            Path.of(System.getProperty("roceguard.home")).normalize().resolve("bin/roceguard");

    private PackagedProgram() {}

    /** What a finished run left. */
    public record Result(int exitCode, String stdout, String stderr) {}

    static ProcessBuilder builder(String... arguments) {
        List<String> command = new ArrayList<>(List.of(LAUNCHER.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().keySet().removeIf(name -> name.startsWith("ROCEGUARD_"));
        builder.environment().put("ROCEGUARD_JAVA_OPTS", JAVA_OPTIONS);
        return builder;
    }

    /**
     * Runs it to its end.
     *
     * @param directory for what it prints
     */
    public static Result run(Path directory, String... arguments) throws IOException, InterruptedException {
        return finish(directory, builder(arguments));
    }

    /** Runs any program to its end, if it comes in time. */
    static Result finish(Path directory, ProcessBuilder builder) throws IOException, InterruptedException {
        Path stdout = Files.createTempFile(directory, "stdout", ".txt");
        Path stderr = Files.createTempFile(directory, "stderr", ".txt");
        Process process = builder.redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile())
                .start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(builder.command() + " did not end in time. It said: " + Files.readString(stdout)
                    + Files.readString(stderr));
        }
        return new Result(process.exitValue(), Files.readString(stdout), Files.readString(stderr));
    }
}
