// SPDX-License-Identifier: Apache-2.0
/**
 * The calls of the C library that the kernel interfaces need, their descriptors and their errors. The only package that
 * declares native methods; it knows nothing of RDMA.
 */
@NullMarked
package io.roceguard.bridge.libc;

import org.jspecify.annotations.NullMarked;
