// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The commands of a document's shell blocks, in their order, run in one shell against a daemon. */
final class DocumentedCommands {

    private static final String BLOCK = "```sh";
    private static final String END = "```";

    private final Path document;
    private final List<String> commands;

    /** What one command did; for {@code curl} the last line of stdout is the HTTP status. */
    record Result(String command, int exitCode, String stdout, String stderr) {

        boolean isCurl() {
            return command.startsWith("curl ");
        }

        @Override
        public String toString() {
            return command + "\nexit code " + exitCode + "\n" + stdout + stderr;
        }
    }

    private DocumentedCommands(Path document, List<String> commands) {
        this.document = document;
        this.commands = commands;
    }

    static DocumentedCommands of(Path document) throws IOException {
        List<String> commands = new ArrayList<>();
        boolean inBlock = false;
        String begun = "";
        for (String line : Files.readAllLines(document)) {
            if (line.equals(BLOCK) || line.equals(END)) {
                inBlock = line.equals(BLOCK);
            } else if (inBlock) {
                begun += line;
                if (open(begun)) {
                    begun += "\n";
                } else {
                    commands.add(begun);
                    begun = "";
                }
            }
        }
        return new DocumentedCommands(document, commands);
    }

    /** Whether a quoted text goes on in the next line. */
    private static boolean open(String text) {
        return text.chars().filter(c -> c == '\'').count() % 2 != 0;
    }

    /** Runs them all, whatever comes of one. */
    List<Result> run(Path directory, PackagedDaemon daemon) throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder("curl() { command curl -w '\\n%{http_code}' \"$@\"; }\n");
        for (int i = 0; i < commands.size(); i++) {
            script.append("{ ")
                    .append(commands.get(i))
                    .append("\n} >%d.out 2>%d.err\necho $? >%d.code\n".formatted(i, i, i));
        }
        Path work = Files.createDirectory(directory.resolve("commands"));
        ProcessBuilder shell = PackagedProgram.builder();
        Path launcher = Path.of(shell.command().get(0));
        shell.directory(work.toFile())
                .command(
                        "bash",
                        Files.writeString(work.resolve("script"), script).toString());
        shell.environment().merge("PATH", launcher.getParent().toString(), (path, ours) -> ours + ":" + path);
        shell.environment().put("ROCEGUARD_URL", daemon.httpUrl());
        shell.environment().put("ROCEGUARD_TOKEN", daemon.operatorToken());
        PackagedProgram.finish(directory, shell);

        List<Result> results = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            results.add(new Result(
                    commands.get(i),
                    Integer.parseInt(Files.readString(work.resolve(i + ".code")).strip()),
                    Files.readString(work.resolve(i + ".out")),
                    Files.readString(work.resolve(i + ".err"))));
        }
        return results;
    }

    @Override
    public String toString() {
        return document + ": " + commands;
    }
}
