// SPDX-License-Identifier: Apache-2.0
/**
 * NICs that exist only in memory, behind the ports of {@code io.roceguard.device}: the semantics of ROCE_ACCL firmware,
 * counters that move with time, queue pairs, and faults on demand.
 *
 * <p>Counter rates are fixed per {@link io.roceguard.sim.Scenario}. They follow whether adaptive retransmission is on;
 * they do not depend on the profile. What the firmware model takes from a public source and what it infers is said at
 * each class; no part of it was compared with hardware. This package imports core and nothing else of ours, sleeps only
 * through {@link io.roceguard.sim.Sleeper} and reads time only from the clock it is given.
 */
@NullMarked
package io.roceguard.sim;

import org.jspecify.annotations.NullMarked;
