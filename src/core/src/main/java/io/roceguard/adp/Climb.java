// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.adp.AdpReading.TotalCheck;
import java.util.ArrayList;
import java.util.List;

/**
 * All that happens to one queue pair on a dead path, from a given timeout on: whole segments of equal timers instead of
 * single events.
 */
final class Climb {

    private final TimeoutTable table;
    private final TotalCheck check;
    private final List<TimeoutSegment> segments = new ArrayList<>();
    private long retransmissions;
    private long failsAt;

    /** @param row where the first timer is armed */
    Climb(TimeoutTable table, TotalCheck check, int row) {
        this.table = table;
        this.check = check;
        if (table.timer) {
            climb(row);
        } else {
            failsAt = Long.MAX_VALUE;
        }
    }

    private void climb(int first) {
        long total = table.total;
        int row = first;
        int done = 0;
        long from = 0;
        while (true) {
            long armed = table.armed[row];
            int next = table.next[row];
            boolean last = next == row || table.uses[row] == TimeoutTable.FOREVER;
            long timers = last ? Long.MAX_VALUE : table.uses[row] - done;
            long sent = Math.min(mostSent(total - from, armed, timers, next), timers);
            segments.add(new TimeoutSegment(table.range[row], table.exponent[row], armed, sent, from));
            retransmissions = Saturating.add(retransmissions, sent);
            if (sent < timers || last) {
                failsAt = failsAt(from, armed, sent);
                return;
            }
            from = Saturating.add(from, Saturating.multiply(timers, armed));
            done = table.usesDone[row];
            row = next;
        }
    }

    /** How many of these timers may end with a retransmission; the one after them is the failure. */
    private long mostSent(long left, long armed, long timers, int next) {
        if (table.total == Long.MAX_VALUE) {
            return next == TimeoutTable.NONE ? timers - 1 : timers;
        }
        long most = Math.max(0, left - 1) / armed;
        if (check == TotalCheck.NO_OVERRUN) {
            long inTime = Math.max(0, left / armed - 1);
            boolean entersNext = next != TimeoutTable.NONE
                    && inTime + 1 >= timers
                    && timers <= most
                    && Saturating.add(timers * armed, table.armed[next]) <= left;
            most = entersNext ? timers : Math.min(inTime, timers - 1);
        }
        return next == TimeoutTable.NONE ? Math.min(most, timers - 1) : most;
    }

    private long failsAt(long from, long armed, long sent) {
        if (sent == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        long event = Saturating.add(from, Saturating.multiply(sent + 1, armed));
        return check == TotalCheck.TRUNCATE ? Math.min(event, table.total) : event;
    }

    List<TimeoutSegment> segments() {
        return segments;
    }

    /** Before it fails; {@link Long#MAX_VALUE} without an end. */
    long retransmissions() {
        return retransmissions;
    }

    /** {@link Long#MAX_VALUE} for never. */
    long failsAt() {
        return failsAt;
    }

    boolean fails() {
        return failsAt != Long.MAX_VALUE;
    }

    /** How many retransmissions are sent before a moment. */
    long before(long nanos) {
        long count = 0;
        for (TimeoutSegment segment : segments) {
            count += segment.before(nanos);
        }
        return count;
    }

    /** When retransmission n is sent, counted from 1; 0 for the first transmission. */
    long sentAt(long n) {
        long left = n;
        for (TimeoutSegment segment : segments) {
            if (left <= segment.count()) {
                return left == 0 ? 0 : segment.sentAt(left);
            }
            left -= segment.count();
        }
        throw new IllegalArgumentException("There is no retransmission " + n);
    }

    /** The last retransmission whose answer is back before the failure, by a round trip of that length. */
    long lastAnswered(long roundTrip) {
        return sentAt(before(failsAt - roundTrip));
    }

    /** The longest that anything waits whose path comes back between 0 and a moment. */
    long longestWait(long lastOutage) {
        long longest = 0;
        for (TimeoutSegment segment : segments) {
            if (segment.count() > 0 && (segment.fromNanos() == 0 || segment.fromNanos() < lastOutage)) {
                longest = Math.max(longest, segment.fromNanos() == 0 ? segment.armedNanos() : segment.armedNanos() - 1);
            }
        }
        return longest;
    }
}
