// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

import java.io.Console;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a command finds in its process.
 *
 * @param stdin where {@code -} reads from
 * @param environment the environment variables
 * @param passwordPrompt asks the person at the terminal, without echo; empty when there is no terminal
 */
record Surroundings(
        InputStream stdin, Map<String, String> environment, Function<String, Optional<String>> passwordPrompt) {

    static Surroundings ofProcess() {
        return new Surroundings(System.in, System.getenv(), Surroundings::ask);
    }

    @SuppressWarnings("SystemConsoleNull") // with the property it is null where nobody sits at a terminal
    private static Optional<String> ask(String question) {
        System.setProperty("jdk.console", "java.base");
        Console console = System.console();
        char[] answer = console == null ? null : console.readPassword("%s", question);
        return answer == null ? Optional.empty() : Optional.of(new String(answer));
    }

    /** The variable, unless it is empty. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }
}
