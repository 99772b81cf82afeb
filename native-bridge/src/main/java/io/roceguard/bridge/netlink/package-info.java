// SPDX-License-Identifier: Apache-2.0
/**
 * RDMA netlink: the devices, ports, counters and queue pairs that the kernel tells over a socket of family
 * NETLINK_RDMA. Bytes are read here with their bounds checked, whoever sent them; what they mean for a NIC is said in
 * core's terms. Knows nothing of sysfs.
 */
@NullMarked
package io.roceguard.bridge.netlink;

import org.jspecify.annotations.NullMarked;
