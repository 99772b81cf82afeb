// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import io.roceguard.agent.access.PasswordHash;
import io.roceguard.agent.access.TokenHash;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code roceguard hash}: what goes into {@code users} of the configuration file in place of a secret. */
@Command(
        name = "hash",
        description = {
            "Print the hash of a password, or a new token with its hash, for 'users' in the configuration file.",
            "The password is asked for, or read from the first line of standard input."
        })
final class HashCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--token", description = "Make a random token instead, and print it and its hash.")
    private boolean token;

    @Override
    public Integer call() throws IOException {
        if (token) {
            String fresh = TokenHash.newToken();
            println("token:      " + fresh);
            println("token_hash: " + TokenHash.of(fresh));
        } else {
            println("password_hash: " + PasswordHash.of(readPassword()));
        }
        return 0;
    }

    @SuppressWarnings("SystemConsoleNull") // with the property it is null where nobody sits at a terminal
    private char[] readPassword() throws IOException {
        System.setProperty("jdk.console", "java.base");
        Console console = System.console();
        if (console == null) {
            return readFirstLine();
        }
        char[] password = console.readPassword("Password: ");
        char[] again = console.readPassword("Again: ");
        if (password == null || !Arrays.equals(password, again)) {
            throw new ParameterException(spec.commandLine(), "The two passwords differ. Type the same one twice.");
        }
        return nonEmpty(password);
    }

    private char[] readFirstLine() throws IOException {
        String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        return nonEmpty(line == null ? new char[0] : line.toCharArray());
    }

    private char[] nonEmpty(char[] password) {
        if (password.length == 0) {
            throw new ParameterException(
                    spec.commandLine(), "No password came from standard input. Give one of at least one character.");
        }
        return password;
    }

    private void println(String line) {
        spec.commandLine().getOut().println(line);
    }
}
