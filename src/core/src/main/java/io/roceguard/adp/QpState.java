// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

/**
 * Where one queue pair is in its profile. Changed by the {@link AdpEngine} that made it, by nobody else; not thread-safe.
 * Times are nanoseconds since its first transmission.
 */
public final class QpState {

    static final long NO_TIMER = -1;

    final TimeoutTable table;
    int row;
    int uses;
    long now;
    long progressAt;
    long armedNanos = NO_TIMER;
    long retransmissions;
    boolean failed;

    QpState(TimeoutTable table, int row) {
        this.table = table;
        this.row = row;
    }

    /** The range, by index; -1 before the first timeout. */
    public int range() {
        return table.range[row];
    }

    /** Of the present timeout: 2^exponent times the time base, before the cap by ack_timeout. */
    public int exponent() {
        return table.exponent[row];
    }

    /** How often the present timeout has run out. */
    public int uses() {
        return uses;
    }

    /** When the last event was. */
    public long nowNanos() {
        return now;
    }

    /** The timer that runs; 0 where none does, because the queue pair has failed or has no timeout. */
    public long armedNanos() {
        return Math.max(0, armedNanos);
    }

    /** When that timer runs out; {@link Long#MAX_VALUE} where none runs. */
    public long expiresAtNanos() {
        return armedNanos == NO_TIMER ? Long.MAX_VALUE : Saturating.add(now, armedNanos);
    }

    /** Since the first transmission; stays at {@link Long#MAX_VALUE}. */
    public long retransmissions() {
        return retransmissions;
    }

    /** Whether it is in ERR, with {@link AdpEngine#RETRY_EXC}. */
    public boolean failed() {
        return failed;
    }
}
