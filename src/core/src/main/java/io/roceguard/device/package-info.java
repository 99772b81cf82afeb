// SPDX-License-Identifier: Apache-2.0
/**
 * The ports through which the rest sees a NIC: who it is, its register, its counters, its queue pairs, and the one
 * family of errors they raise. No implementation lives here; native-bridge and sim provide them.
 */
@NullMarked
package io.roceguard.device;

import org.jspecify.annotations.NullMarked;
