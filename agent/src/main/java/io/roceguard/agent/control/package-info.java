// SPDX-License-Identifier: Apache-2.0
/**
 * Changing the register: plan, SET, read again, verify, write down. The only place that writes to a NIC.
 */
@NullMarked
package io.roceguard.agent.control;

import org.jspecify.annotations.NullMarked;
