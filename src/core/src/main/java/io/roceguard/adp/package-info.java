// SPDX-License-Identifier: Apache-2.0
/**
 * Adaptive retransmission: what a profile is, whether it is sound, what it will do to a queue pair whose path fails, and
 * which profile would do better. Exact and without a NIC; nothing here knows how a register is reached.
 */
@NullMarked
package io.roceguard.adp;

import org.jspecify.annotations.NullMarked;
