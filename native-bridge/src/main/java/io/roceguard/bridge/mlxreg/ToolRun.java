// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

/**
 * A run of the tool that ended by itself.
 *
 * @param exitCode 128 + the signal where a signal ended it
 * @param output standard output
 * @param errors standard error
 */
record ToolRun(int exitCode, Drain.Text output, Drain.Text errors) {}
