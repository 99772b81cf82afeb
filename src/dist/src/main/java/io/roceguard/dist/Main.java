// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import picocli.CommandLine;

/** Entry point of the program {@code roceguard}. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new HashCommand());
    }
}
