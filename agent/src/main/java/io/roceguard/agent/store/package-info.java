// SPDX-License-Identifier: Apache-2.0
/**
 * What the daemon keeps on disk. Today the audit trail.
 */
@NullMarked
package io.roceguard.agent.store;

import org.jspecify.annotations.NullMarked;
