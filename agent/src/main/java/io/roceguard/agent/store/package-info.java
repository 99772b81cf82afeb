// SPDX-License-Identifier: Apache-2.0
/**
 * What the daemon keeps on disk: the journal of changes and the epochs, in one SQLite file. Nothing outside knows SQL.
 */
@NullMarked
package io.roceguard.agent.store;

import org.jspecify.annotations.NullMarked;
