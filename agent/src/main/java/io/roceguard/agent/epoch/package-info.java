// SPDX-License-Identifier: Apache-2.0
/**
 * Epochs: times in which the state of adaptive retransmission of a NIC did not change, and what ended each.
 */
@NullMarked
package io.roceguard.agent.epoch;

import org.jspecify.annotations.NullMarked;
