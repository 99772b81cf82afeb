// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import io.roceguard.agent.access.PasswordHash;
import io.roceguard.agent.access.TokenHash;
import io.roceguard.console.cli.CliException;
import io.roceguard.console.cli.Output;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code roceguard hash}: what goes into {@code users} of the configuration file in place of a secret. */
@Command(
        name = "hash",
        header = "Hash a password, or make a token, for the configuration file.",
        description = {
            "Print the hash of a password, or a new token with its hash, for 'users' in the configuration file. The"
                    + " password is asked for at a terminal, else it is the first line of standard input."
        })
final class HashCommand implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Option(names = "--token", description = "Make a random token instead, and print it and its hash.")
    private boolean token;

    @Override
    public Integer call() throws IOException {
        Map<String, String> answer = new LinkedHashMap<>();
        if (token) {
            String fresh = TokenHash.newToken();
            answer.put("token", fresh);
            answer.put("token_hash", TokenHash.of(fresh).toString());
        } else {
            answer.put("password_hash", PasswordHash.of(readPassword()).toString());
        }
        output.print(answer, () -> lines(answer));
        return 0;
    }

    private static List<String> lines(Map<String, String> answer) {
        return answer.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .toList();
    }

    @SuppressWarnings("SystemConsoleNull") // with the property it is null where nobody sits at a terminal
    private static char[] readPassword() throws IOException {
        System.setProperty("jdk.console", "java.base");
        Console console = System.console();
        char[] password = console == null ? readFirstLine() : readTwice(console);
        if (password.length == 0) {
            throw CliException.usage("The password is empty. Give one of at least one character.");
        }
        return password;
    }

    private static char[] readTwice(Console console) {
        char[] password = console.readPassword("Password: ");
        char[] again = console.readPassword("Again: ");
        if (password == null || !Arrays.equals(password, again)) {
            throw CliException.usage("The two passwords differ. Type the same one twice.");
        }
        return password;
    }

    private static char[] readFirstLine() throws IOException {
        String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        return line == null ? new char[0] : line.toCharArray();
    }
}
