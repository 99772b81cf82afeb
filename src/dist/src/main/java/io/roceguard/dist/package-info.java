// SPDX-License-Identifier: Apache-2.0
/**
 * Puts the products together: the entry point of {@code roceguard}, with the commands that need the daemon in the same
 * process. Decides nothing about registers, counters or access.
 */
@NullMarked
package io.roceguard.dist;

import org.jspecify.annotations.NullMarked;
