// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

import org.jspecify.annotations.Nullable;

/**
 * One queue pair as the kernel reports it.
 *
 * @param number local QP number, 24 bits
 * @param type {@code RC}, {@code UD}, {@code GSI}, ...
 * @param state {@code RTS}, {@code ERR}, ...
 * @param pid owner as seen from this process's pid namespace; null for a kernel QP or an invisible owner
 * @param command the owner's command name, or the kernel client's name; null when unknown
 */
public record QueuePair(
        int number,
        String type,
        String state,
        @Nullable Integer pid,
        @Nullable String command) {}
