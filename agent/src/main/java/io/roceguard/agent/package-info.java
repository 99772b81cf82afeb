// SPDX-License-Identifier: Apache-2.0
/**
 * The daemon, wired by hand.
 */
@NullMarked
package io.roceguard.agent;

import org.jspecify.annotations.NullMarked;
