// SPDX-License-Identifier: Apache-2.0
/**
 * The firmware of a ConnectX through the kernel's fwctl ({@code /dev/fwctl/fwctlN}, mainline since Linux 6.15): register
 * ROCE_ACCL and the hardware context of a queue pair. Which node belongs to a function, how the kernel and the firmware
 * are asked, and what each of their refusals means. Only the two scopes that need no capability and taint no kernel are
 * ever used.
 */
@NullMarked
package io.roceguard.bridge.fwctl;

import org.jspecify.annotations.NullMarked;
