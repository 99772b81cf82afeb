// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A loop of pread in C, compiled when it is needed. */
final class PreadPoller implements Poller {

    private final CounterTree tree;
    private final Path directory;
    private final Process process;
    private final OutputStream orders;
    private final BufferedReader answers;

    PreadPoller(CounterTree tree) throws IOException {
        this.tree = tree;
        this.directory = Files.createTempDirectory("roceguard-bench");
        Path source = directory.resolve("preads.c");
        Path program = directory.resolve("preads");
        try (InputStream text = PreadPoller.class.getResourceAsStream("preads.c")) {
            Files.copy(text, source);
        }
        compile(source, program);
        List<String> command = new ArrayList<>(List.of(program.toString()));
        tree.files().forEach(file -> command.add(file.toString()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        orders = process.getOutputStream();
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    }

    private static void compile(Path source, Path program) throws IOException {
        Process gcc;
        try {
            gcc = new ProcessBuilder("gcc", "-O2", "-o", program.toString(), source.toString())
                    .inheritIO()
                    .start();
        } catch (IOException missing) {
            throw new IOException("gcc is not installed: apt-get install gcc libc6-dev.", missing);
        }
        if (gcc.onExit().join().exitValue() != 0) {
            throw new IOException("gcc could not compile " + source + ".");
        }
    }

    @Override
    public String name() {
        return "pread in C";
    }

    @Override
    public void poll(int times) throws IOException {
        orders.write((times + "\n").getBytes(StandardCharsets.US_ASCII));
        orders.flush();
        if (!Long.toUnsignedString(tree.sum()).equals(answers.readLine())) {
            throw new IOException("The counters were not all read.");
        }
    }

    @Override
    public ProcessHandle process() {
        return process.toHandle();
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        process.onExit().join();
        for (String file : List.of("preads.c", "preads")) {
            Files.deleteIfExists(directory.resolve(file));
        }
        Files.delete(directory);
    }
}
