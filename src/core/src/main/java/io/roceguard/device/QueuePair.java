// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import org.jspecify.annotations.Nullable;

/**
 * One queue pair as the kernel reports it.
 *
 * @param number local QP number, 24 bits
 * @param port 1-based; null as long as the QP is bound to none
 * @param type {@code RC}, {@code UD}, {@code GSI}, ...
 * @param state {@code RTS}, {@code ERR}, ...
 * @param remoteNumber QP number at the other end; null where the type has no peer (all but RC and UC)
 * @param pid owner as seen from this process's pid namespace; null for a kernel QP or an invisible owner
 * @param command the owner's command name, or the kernel client's name; null when unknown
 */
public record QueuePair(
        int number,
        @Nullable Integer port,
        String type,
        String state,
        @Nullable Integer remoteNumber,
        @Nullable Integer pid,
        @Nullable String command) {

    /** The state that a queue pair does not leave without its owner: {@value}. */
    public static final String ERROR_STATE = "ERR";

    /** Whether it is in {@link #ERROR_STATE}. */
    public boolean inError() {
        return state.equals(ERROR_STATE);
    }
}
