// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import io.roceguard.console.cli.RoceguardCommand;
import picocli.CommandLine;

/** Entry point of the program {@code roceguard}: the console's commands, and those that need the daemon's classes. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return RoceguardCommand.commandLine(new RunCommand(), new HashCommand(), new SimulateCommand());
    }
}
