// SPDX-License-Identifier: Apache-2.0
/**
 * ROCE_ACCL through NVIDIA's {@code mlxreg} or mstflint's {@code mstreg}, for hosts without fwctl. The tool is asked by
 * register id and length, which every version understands, and is believed in nothing but the listing of a GET: a SET is
 * proved by reading again. Nothing here knows how else a register could be reached.
 */
@NullMarked
package io.roceguard.bridge.mlxreg;

import org.jspecify.annotations.NullMarked;
