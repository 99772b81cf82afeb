// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab.guest;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Boots the guest once, and shows each test that ran there with its outcome. */
class SoftRoceIT {

    /** Seconds; a quiet machine needs a tenth of it. */
    private static final int LIMIT = 900;

    private static final Path SCRIPTS = directory("roceguard.guest");
    private static final Path WORK = directory("roceguard.guest.work");

    @TestFactory
    List<DynamicTest> inTheGuest() throws Exception {
        Path obstacle = Files.createDirectories(WORK).resolve("prepare.log");
        if (run(obstacle, "--prepare") != 0) {
            String reason = Files.readString(obstacle).strip();
            return List.of(dynamicTest("all", () -> assumeTrue(false, "No guest can be booted here. " + reason)));
        }
        Path reports = WORK.resolve("reports");
        Files.deleteIfExists(reports.resolve(GuestReport.FILE));
        Path log = WORK.resolve("tests.log");
        int status = run(log, arguments(reports));
        if (status > 1 || !Files.exists(reports.resolve(GuestReport.FILE))) {
            return List.of(dynamicTest("all", () -> fail("The guest ended with " + status + ": " + tail(log))));
        }
        return GuestReport.read(reports).stream()
                .map(test -> dynamicTest(test.name(), test::replay))
                .toList();
    }

    private static String[] arguments(Path reports) throws IOException {
        String classPath = directory("roceguard.guest.tests") + ":" + Files.readString(WORK.resolve("dependencies"));
        return new String[] {
            "-t",
            String.valueOf(LIMIT),
            "-o",
            WORK.toString(),
            "--",
            SCRIPTS.resolve("run-tests").toString(),
            classPath.strip(),
            WORK.toString(),
            directory("roceguard.home").toString(),
            reports.toString()
        };
    }

    /** Runs {@code boot}, whose output goes to a file, on the JDK of this test. */
    private static int run(Path output, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(SCRIPTS.resolve("boot").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        try {
            // The script keeps the time itself; this is for a script that does not.
            if (!process.waitFor(2 * LIMIT, TimeUnit.SECONDS)) {
                throw new AssertionError(command + " does not end.");
            }
            return process.exitValue();
        } finally {
            process.destroy();
        }
    }

    private static String tail(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
    }

    private static Path directory(String property) {
        return Path.of(System.getProperty(property)).toAbsolutePath().normalize();
    }
}
