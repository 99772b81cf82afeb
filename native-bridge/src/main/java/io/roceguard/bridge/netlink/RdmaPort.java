// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

import org.jspecify.annotations.Nullable;

/**
 * One port of an RDMA device.
 *
 * @param number 1-based
 * @param state {@code ACTIVE}, {@code DOWN}, ...
 * @param physicalState {@code LINK_UP}, {@code DISABLED}, ...
 * @param netdev {@code ens1f0np0}; null where it has none or has it in another network namespace
 * @param netdevIndex its interface index
 */
public record RdmaPort(
        int number,
        String state,
        String physicalState,
        @Nullable String netdev,
        @Nullable Integer netdevIndex) {}
