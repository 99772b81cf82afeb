// SPDX-License-Identifier: Apache-2.0
/**
 * What counters prove about retransmissions: evidence over a time, and whether it is worse than before. Pure arithmetic on
 * movements of counters; nothing here reads a device or raises an alarm.
 */
@NullMarked
package io.roceguard.diagnosis;

import org.jspecify.annotations.NullMarked;
