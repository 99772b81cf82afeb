// SPDX-License-Identifier: Apache-2.0
/**
 * What must be told to people: alarms with their life from the first sign to the end, and who has seen or silenced them.
 * What is wrong is decided by {@code io.roceguard.diagnosis}; how it is sent out is not known here.
 */
@NullMarked
package io.roceguard.agent.alarm;

import org.jspecify.annotations.NullMarked;
