// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

/** Ends a command with an exit code and one sentence or two on what went wrong and what to do. */
public final class CliException extends RuntimeException {

    private final int exitCode;

    private CliException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The answer is "no". */
    public static CliException no(String message) {
        return new CliException(ExitCode.NO, message);
    }

    /** The command line or the input cannot be taken. */
    public static CliException usage(String message) {
        return new CliException(ExitCode.USAGE, message);
    }

    /** The daemon or the device could not be reached. */
    public static CliException unreachable(String message) {
        return new CliException(ExitCode.UNREACHABLE, message);
    }

    public int exitCode() {
        return exitCode;
    }
}
