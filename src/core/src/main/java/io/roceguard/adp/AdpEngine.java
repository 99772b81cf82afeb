// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.adp.AdpReading.TotalCheck;

/**
 * What adaptive retransmission does to a queue pair, event by event, for one profile, one queue pair timing and one reading
 * of the algorithm. Deterministic: what is random is which initial exponent a queue pair is given. No event allocates.
 * The engine itself is immutable and may be shared; a {@link QpState} belongs to one thread.
 */
public final class AdpEngine {

    /** {@code IBV_WC_RETRY_EXC_ERR}, the status of the completion when a queue pair fails. */
    public static final int RETRY_EXC = 12;

    private final TimeoutTable table;
    private final long total;
    private final TotalCheck check;

    /** @throws IllegalArgumentException for a profile that defines no timeouts; the message names the field */
    public AdpEngine(AdpProfile profile, QpTiming timing, ProfileLimits limits, AdpReading reading) {
        this.table = new TimeoutTable(profile, timing, limits, reading);
        this.total = table.total;
        this.check = reading.totalCheck();
    }

    /** The lowest exponent that a queue pair may start with. */
    public int lowestInitialExponent() {
        return table.initialLow;
    }

    /** How many exponents, from the lowest on, a queue pair may start with; each is as likely. */
    public int initialExponents() {
        return table.initials;
    }

    /** Nanoseconds without forward progress after which a queue pair fails; {@link Long#MAX_VALUE} for never. */
    public long totalNanos() {
        return table.timer ? total : Long.MAX_VALUE;
    }

    /**
     * A queue pair that has sent its first packet now.
     *
     * @throws IllegalArgumentException for an exponent that no queue pair starts with
     */
    public QpState send(int initialExponent) {
        int row = initialExponent - table.initialLow;
        if (row < 0 || row >= table.initials) {
            throw new IllegalArgumentException("An initial exponent is " + table.initialLow + ".."
                    + (table.initialLow + table.initials - 1) + ": " + initialExponent);
        }
        QpState qp = new QpState(table, row);
        arm(qp);
        return qp;
    }

    /**
     * Its timer runs out.
     *
     * @return false when the queue pair fails with that
     * @throws IllegalStateException when no timer runs
     */
    public boolean timeout(QpState qp) {
        if (qp.armedNanos == QpState.NO_TIMER) {
            throw new IllegalStateException("No timer runs.");
        }
        long now = Saturating.add(qp.now, qp.armedNanos);
        qp.now = now;
        long waited = now - qp.progressAt;
        if (waited >= total) {
            return fail(qp);
        }
        int row = qp.row;
        int uses = qp.uses + 1;
        if (uses >= table.uses[row]) {
            int next = table.next[row];
            uses = 0;
            if (next == TimeoutTable.NONE) {
                qp.uses = uses;
                return fail(qp);
            }
            if (next != row) {
                uses = table.usesDone[row];
            }
            qp.row = next;
        }
        qp.uses = uses;
        if (check == TotalCheck.NO_OVERRUN && Saturating.add(waited, table.armed[qp.row]) > total) {
            return fail(qp);
        }
        qp.retransmissions++;
        arm(qp);
        return true;
    }

    /**
     * Lets its timer run out again and again, as long as that only repeats the present timeout and happens before a
     * moment. The same as that many calls of {@link #timeout}, at the cost of one.
     *
     * @param nanos since the first transmission
     * @return how often it ran out; 0 also where this reading of the total timeout cannot be taken in one step
     */
    public long timeoutsBefore(QpState qp, long nanos) {
        long armed = qp.armedNanos;
        if (armed <= 0 || check != TotalCheck.AT_EVENT || nanos <= qp.now) {
            return 0;
        }
        int row = qp.row;
        int uses = table.uses[row];
        boolean stays = table.next[row] == row;
        long left = Math.min(nanos - qp.now - 1, total - 1 - (qp.now - qp.progressAt));
        long times = left <= 0 ? 0 : left / armed;
        if (!stays && uses != TimeoutTable.FOREVER) {
            times = Math.min(times, uses - 1L - qp.uses);
        }
        qp.now += times * armed;
        qp.retransmissions = Saturating.add(qp.retransmissions, times);
        qp.uses = stays || uses == TimeoutTable.FOREVER ? (int) ((qp.uses + times) % uses) : qp.uses + (int) times;
        return times;
    }

    /**
     * Forward progress, with something outstanding at once.
     *
     * @param afterNanos since the timer was armed
     * @throws IllegalStateException when the queue pair has failed
     */
    public void progress(QpState qp, long afterNanos) {
        if (qp.failed) {
            throw new IllegalStateException("The queue pair has failed.");
        }
        qp.now = Saturating.add(qp.now, afterNanos);
        qp.progressAt = qp.now;
        qp.uses = 0;
        qp.row = table.progress[qp.row];
        arm(qp);
    }

    /** Whether further forward progress leaves its timeout as it is. */
    public boolean rests(QpState qp) {
        return table.progress[qp.row] == qp.row;
    }

    private void arm(QpState qp) {
        long armed = table.armed[qp.row];
        if (check == TotalCheck.TRUNCATE) {
            armed = Math.min(armed, total - (qp.now - qp.progressAt));
        }
        qp.armedNanos = table.timer ? armed : QpState.NO_TIMER;
    }

    private static boolean fail(QpState qp) {
        qp.failed = true;
        qp.armedNanos = QpState.NO_TIMER;
        return false;
    }
}
