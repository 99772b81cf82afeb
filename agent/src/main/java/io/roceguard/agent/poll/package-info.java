// SPDX-License-Identifier: Apache-2.0
/**
 * Reading the NICs: one worker thread a NIC with a deadline for each call, and the immutable snapshots that everybody
 * else reads.
 */
@NullMarked
package io.roceguard.agent.poll;

import org.jspecify.annotations.NullMarked;
