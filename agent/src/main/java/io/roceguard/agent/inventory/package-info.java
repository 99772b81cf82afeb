// SPDX-License-Identifier: Apache-2.0
/**
 * Which NICs the daemon watches: the chosen source, include and exclude patterns.
 */
@NullMarked
package io.roceguard.agent.inventory;

import org.jspecify.annotations.NullMarked;
