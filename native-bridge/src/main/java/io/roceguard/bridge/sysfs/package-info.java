// SPDX-License-Identifier: Apache-2.0
/**
 * RDMA devices as {@code /sys/class/infiniband} shows them: who they are, their ports and their counters. Only reads
 * files; no native call, no write, and never a device-level {@code hw_counters} (reading those from another network
 * namespace crashes some kernels).
 */
@NullMarked
package io.roceguard.bridge.sysfs;

import org.jspecify.annotations.NullMarked;
