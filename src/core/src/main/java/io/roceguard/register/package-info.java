// SPDX-License-Identifier: Apache-2.0
/**
 * The firmware register ROCE_ACCL (0x402c): its fields, its images, the smallest edit, and the texts mlxreg reads and
 * prints. Pure values; nothing here talks to a device.
 */
@NullMarked
package io.roceguard.register;

import org.jspecify.annotations.NullMarked;
