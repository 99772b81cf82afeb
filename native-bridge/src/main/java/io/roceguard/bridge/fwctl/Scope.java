// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.fwctl;

/**
 * What a command may do, as the kernel checks it ({@code enum fwctl_rpc_scope}). The two debug scopes that write have no
 * constant here: they taint the kernel, and nothing in this program needs them.
 */
enum Scope {
    /** Changes configuration. A SET of a register passes, a GET does not. */
    CONFIGURATION(0),

    /** Reads and changes nothing. */
    DEBUG_READ_ONLY(1);

    private final int number;

    Scope(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    boolean changes() {
        return this == CONFIGURATION;
    }
}
