// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

/**
 * One line of the audit trail.
 *
 * @param millis epoch milliseconds
 * @param change joins the lines of one change: {@code intent} first, then {@code verified}, {@code not_taken} or
 *     {@code failed}
 * @param nic RDMA device name
 * @param stableId what the NIC is, whatever its name
 * @param caller user name, {@code anonymous} or {@code local}
 * @param channel {@code http}, {@code jmx} or {@code local}
 * @param stage {@code intent}, {@code verified}, {@code not_taken}, {@code failed}
 * @param words the SET as {@code 0x10000001 ...}
 * @param detail assignments, reason given, or what went wrong
 */
public record AuditEntry(
        long millis,
        String change,
        String nic,
        String stableId,
        String caller,
        String channel,
        String stage,
        String words,
        String detail) {}
