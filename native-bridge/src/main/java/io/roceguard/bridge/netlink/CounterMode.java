// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.netlink;

/**
 * How queue pairs of a port get counter sets of their own.
 *
 * @param binding by whom
 * @param byType with automatic binding: a set for each type
 * @param byPid with automatic binding: a set for each process
 */
public record CounterMode(Binding binding, boolean byType, boolean byPid) {

    /** RDMA_COUNTER_MODE_*, in the kernel's order. */
    public enum Binding {
        NONE,
        AUTO,
        MANUAL
    }
}
