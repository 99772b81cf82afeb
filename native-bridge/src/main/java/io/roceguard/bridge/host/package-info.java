// SPDX-License-Identifier: Apache-2.0
/**
 * The NICs of this host, each reached in the best way that works: the register by fwctl, else by mlxreg or mstreg, else
 * not; the counters by RDMA netlink, else by sysfs. Puts the packages of the kernel interfaces together and talks to no
 * kernel interface itself.
 */
@NullMarked
package io.roceguard.bridge.host;

import org.jspecify.annotations.NullMarked;
