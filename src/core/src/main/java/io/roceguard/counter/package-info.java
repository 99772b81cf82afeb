// SPDX-License-Identifier: Apache-2.0
/**
 * Counters of RDMA devices: what each name means per driver, what one poll returned, and the difference of two polls.
 * Values that could not be read stay unavailable with a reason; nothing here invents a zero.
 */
@NullMarked
package io.roceguard.counter;

import org.jspecify.annotations.NullMarked;
