// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.roceguard.device.NicException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.sqlite.util.LibraryLoaderUtil;

/** A run of the daemon in a process of its own, which the test kills at one of its steps. */
final class ChildDaemon {

    /** 128 + SIGKILL. */
    private static final int KILLED = 137;

    private static final long PATIENCE_SECONDS = 30;

    private final Path library;

    /** @param libraries a directory for what all children load, which none that is killed could clean up */
    ChildDaemon(Path libraries) throws IOException {
        library = libraries.resolve(LibraryLoaderUtil.getNativeLibName());
        String inJar = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + library.getFileName();
        try (InputStream packed = LibraryLoaderUtil.class.getResourceAsStream(inJar)) {
            Files.copy(Objects.requireNonNull(packed, inJar), library);
        }
    }

    /**
     * Runs the scenario in another process and kills it (SIGKILL) at a step.
     *
     * @param killAt 1 is the first step; 0 lets it come to its end
     * @return the steps that it reached
     */
    List<String> run(KillScenario scenario, Path directory, int killAt) throws Exception {
        Path log = directory.resolve("child.log");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xshare:auto",
                        // Takes longer than all the rest, and a failed child says what failed all the same.
                        "-Djava.util.logging.config.file=/dev/null",
                        // What a killed process would leave behind in the temporary directory.
                        "-XX:-UsePerfData",
                        "-Dorg.sqlite.lib.path=" + library.getParent(),
                        "-Dorg.sqlite.lib.name=" + library.getFileName(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ChildDaemon.class.getName(),
                        directory.toString(),
                        scenario.name(),
                        Integer.toString(killAt))
                .redirectError(log.toFile())
                .start();
        List<String> steps = new ArrayList<>();
        try (BufferedReader said = child.inputReader(StandardCharsets.UTF_8)) {
            String step = said.readLine();
            while (step != null) {
                steps.add(step);
                // A child that is told to stop at this step says nothing more.
                step = steps.size() == killAt ? null : said.readLine();
            }
            if (killAt != 0) {
                child.destroyForcibly();
            }
            assertThat(child.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("the child ends")
                    .isTrue();
        } finally {
            child.destroyForcibly();
        }
        assertThat(child.exitValue())
                .as("how the child ended, which said: %s", Files.readString(log))
                .isEqualTo(killAt == 0 ? 0 : KILLED);
        return steps;
    }

    /** The process that is killed. */
    public static void main(String[] args) throws IOException, NicException {
        KillScenario scenario = KillScenario.valueOf(args[1]);
        KillPoint kill = new KillPoint(Integer.parseInt(args[2]));
        if (scenario.fromTheStart()) {
            kill.arm();
        }
        try (KillableHost host = new KillableHost(Path.of(args[0]), KillScenario.LATER, kill)) {
            host.start();
            kill.arm();
            scenario.run(host);
            kill.accept("the answer");
        }
    }
}
