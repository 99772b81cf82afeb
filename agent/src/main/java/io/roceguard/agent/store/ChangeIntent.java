// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import io.roceguard.register.RegisterImage;
import org.jspecify.annotations.Nullable;

/**
 * A change as it is written down before anything is sent.
 *
 * @param request the client's id of its request, null when it gave none
 * @param undoes the change that this one takes back, null for none
 * @param nic RDMA device name
 * @param stableId what the NIC is, whatever its name
 * @param firmware {@code 28.46.1006}, {@code ""} when unknown
 * @param caller user name, {@code anonymous}, {@code local}, or {@code roceguard} for the daemon itself
 * @param channel {@code http}, {@code jmx}, {@code local} or {@code daemon}
 * @param client what the caller says of itself, {@code roceguard-cli uid=1000}; {@code ""} for nothing
 * @param reason given by the caller, {@code ""} for none
 * @param assignments {@code time_base=4,...}
 * @param words the SET
 * @param before the active state that it was made for
 * @param begunMillis epoch milliseconds
 */
public record ChangeIntent(
        @Nullable String request,
        ChangeKind kind,
        @Nullable Long undoes,
        String nic,
        String stableId,
        String firmware,
        String caller,
        String channel,
        String client,
        String reason,
        String assignments,
        RegisterImage words,
        RegisterImage before,
        long begunMillis) {}
