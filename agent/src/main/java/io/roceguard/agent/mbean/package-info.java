// SPDX-License-Identifier: Apache-2.0
/**
 * The MBeans under {@code io.roceguard}. Attributes are served from snapshots and never touch a device; open types
 * only.
 */
@NullMarked
package io.roceguard.agent.mbean;

import org.jspecify.annotations.NullMarked;
