// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.mbean;

import io.roceguard.device.QueuePair;
import org.jspecify.annotations.Nullable;

/**
 * One queue pair as open data; what the kernel does not tell is null.
 *
 * @param number local QP number
 * @param port 1-based; null as long as it is bound to none
 * @param type {@code RC}, {@code UD}, ...
 * @param state {@code RTS}, {@code ERR}, ...
 * @param remoteNumber QP number at the other end; null where the type has no peer
 * @param pid owner; null for a kernel QP or an owner that the daemon cannot see
 * @param command the owner's command, or the kernel client's name
 */
public record QueuePairView(
        int number,
        @Nullable Integer port,
        String type,
        String state,
        @Nullable Integer remoteNumber,
        @Nullable Integer pid,
        @Nullable String command) {

    static QueuePairView of(QueuePair pair) {
        return new QueuePairView(
                pair.number(), pair.port(), pair.type(), pair.state(), pair.remoteNumber(), pair.pid(), pair.command());
    }
}
