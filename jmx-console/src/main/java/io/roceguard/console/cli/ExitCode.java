// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.cli;

/** What the process tells its caller. */
public final class ExitCode {

    public static final int OK = 0;

    /** The answer is "no": a refused change, something invalid. */
    public static final int NO = 1;

    /** The command line or the input cannot be taken. */
    public static final int USAGE = 2;

    /** The daemon or the device could not be reached. */
    public static final int UNREACHABLE = 3;

    /** A defect of this program. */
    static final int DEFECT = 70;

    private ExitCode() {}
}
