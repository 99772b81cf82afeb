// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.access;

/** What a caller may do; each role includes the ones before it. */
public enum Role {
    /** Nothing. */
    NONE,
    /** Reads attributes and invokes operations that change nothing. */
    VIEWER,
    /** Also writes attributes and invokes every operation of {@code io.roceguard}. */
    OPERATOR;

    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }
}
