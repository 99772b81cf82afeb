// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.adp.AdpReading.AckZero;
import io.roceguard.adp.AdpReading.AfterLast;
import io.roceguard.adp.AdpReading.CapMode;
import io.roceguard.adp.AdpReading.DecUnit;
import io.roceguard.adp.AdpReading.EnterNext;
import io.roceguard.adp.AdpReading.EnterPrev;
import io.roceguard.adp.AdpReading.InitRule;
import io.roceguard.adp.AdpReading.PrevMove;
import io.roceguard.adp.AdpReading.ProgressFirst;
import io.roceguard.adp.AdpReading.TotalRetries;
import io.roceguard.adp.AdpReading.ZeroRetry;
import io.roceguard.register.DecMode;
import java.util.Arrays;

/**
 * A profile as a table: one row for each timeout that a queue pair can have. The first rows are the initial timeouts, which
 * belong to no range yet; then those of range 0, of range 1 and so on, each from its low bound up. Immutable.
 */
final class TimeoutTable {

    /** No row: the queue pair fails. */
    static final int NONE = -1;

    /** Uses of a timeout that is never left. */
    static final int FOREVER = Integer.MAX_VALUE;

    final int initialLow;
    final int initials;

    /** By row: the range, {@link #NONE} for an initial timeout. */
    final int[] range;

    final int[] exponent;

    /** By row: the time that is armed, nanoseconds. */
    final long[] armed;

    /** By row: how often it is used until the next row, at least 1. */
    final int[] uses;

    /** By row: the row after its last use; itself where the climb ends, {@link #NONE} where the queue pair fails. */
    final int[] next;

    /** By row: uses that count as done when the next row is entered. */
    final int[] usesDone;

    /** By row: the row after forward progress. */
    final int[] progress;

    /** Nanoseconds without forward progress after which a queue pair fails; {@link Long#MAX_VALUE} for never. */
    final long total;

    /** False where no timer runs at all. */
    final boolean timer;

    private final AdpProfile profile;
    private final QpTiming timing;
    private final ProfileLimits limits;
    private final AdpReading reading;
    private final int[] firstRow;

    TimeoutTable(AdpProfile profile, QpTiming timing, ProfileLimits limits, AdpReading reading) {
        this.profile = profile;
        this.timing = timing;
        this.limits = limits;
        this.reading = reading;
        requireDefined();
        this.initialLow = profile.initLow();
        this.initials = size(profile.initSize());
        this.firstRow = new int[profile.rangeNum()];
        int rows = initials;
        for (int r = 0; r < firstRow.length; r++) {
            firstRow[r] = rows;
            rows += size(profile.range(r).rangeSize());
        }
        this.timer = timing.ackTimeout() != 0 || reading.ackZero() == AckZero.UNCAPPED;
        this.total = total();
        this.range = new int[rows];
        this.exponent = new int[rows];
        this.armed = new long[rows];
        this.uses = new int[rows];
        this.next = new int[rows];
        this.usesDone = new int[rows];
        this.progress = new int[rows];
        place();
        connect();
    }

    /** What has no meaning under any reading. */
    private void requireDefined() {
        require(profile.timeBase() > 0, "time_base is 0");
        require(size(profile.initSize()) > 0, "timeout_init_range_size is 0");
        require(profile.rangeNum() > 0, "range_num is 0");
        require(profile.startRangeIndex() < profile.rangeNum(), "start_range_index is not below range_num");
        for (int r = 0; r < profile.rangeNum(); r++) {
            TimeoutRange given = profile.range(r);
            require(size(given.rangeSize()) > 0, "range_size_" + r + " is 0");
            require(DecMode.of(given.decMode()).isPresent(), "dec_mode_" + r + " is reserved");
            require(r == 0 || given.prevRangeIndex() < r, "prev_range_index_" + r + " is not below " + r);
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException("This profile defines no timeouts: " + otherwise + ".");
        }
    }

    private int size(int given) {
        return reading.values(given);
    }

    private int low(int r) {
        return profile.range(r).lowBound();
    }

    private int top(int r) {
        return low(r) + size(profile.range(r).rangeSize()) - 1;
    }

    private boolean holds(int r, int e) {
        return e >= low(r) && e <= top(r);
    }

    private int row(int r, int e) {
        return firstRow[r] + e - low(r);
    }

    private long total() {
        if (!profile.qpTotalTimeout()) {
            return Saturating.shift(profile.baseNanos(), profile.retxTotalTimeout());
        }
        if (timing.ackTimeout() == 0) {
            return Long.MAX_VALUE;
        }
        long retries = timing.retries() + (reading.totalRetries() == TotalRetries.PLUS_ONE ? 1L : 0L);
        return Saturating.multiply(retries, timing.ackTimeoutNanos());
    }

    private void place() {
        for (int i = 0; i < initials; i++) {
            range[i] = NONE;
            exponent[i] = initialLow + i;
        }
        for (int r = 0; r < firstRow.length; r++) {
            for (int e = low(r); e <= top(r); e++) {
                range[row(r, e)] = r;
                exponent[row(r, e)] = e;
            }
        }
        for (int i = 0; i < armed.length; i++) {
            armed[i] = armed(exponent[i]);
        }
        Arrays.fill(uses, 0, initials, 1);
        for (int i = initials; i < uses.length; i++) {
            int given = profile.range(range[i]).retryNum();
            uses[i] = given > 0 ? given : reading.zeroRetry() == ZeroRetry.FOREVER ? FOREVER : 1;
        }
    }

    private long armed(int e) {
        long base = profile.baseNanos();
        long time = Saturating.shift(base, e);
        if (timing.ackTimeout() != 0) {
            long cap = timing.ackTimeoutNanos();
            if (reading.capMode() == CapMode.TIME) {
                time = Math.min(time, cap);
            } else if (time > cap) {
                time = Math.max(base, base * Long.highestOneBit(Math.max(1, cap / base)));
            }
        }
        return Math.max(time, limits.baseTimeoutMinNanos());
    }

    private void connect() {
        for (int i = 0; i < initials; i++) {
            connectInitial(i);
        }
        for (int i = initials; i < next.length; i++) {
            next[i] = up(range[i], exponent[i]);
            progress[i] = down(i);
        }
    }

    private void connectInitial(int i) {
        int e = exponent[i];
        int r = rangeOf(e);
        int resolved = r == NONE ? row(profile.startRangeIndex(), low(profile.startRangeIndex())) : row(r, e);
        if (r == NONE || reading.initRule() == InitRule.INIT_EXTRA) {
            next[i] = resolved;
        } else if (reading.initRule() == InitRule.INIT_ONCE || uses[resolved] == 1) {
            next[i] = up(r, e);
        } else {
            next[i] = resolved;
            usesDone[i] = 1;
        }
        progress[i] = reading.progressFirst() == ProgressFirst.IGNORE ? i : down(resolved);
    }

    private int rangeOf(int e) {
        for (int r = 0; r < firstRow.length; r++) {
            if (holds(r, e)) {
                return r;
            }
        }
        return NONE;
    }

    private int up(int r, int e) {
        if (holds(r, e + 1)) {
            return row(r, e + 1);
        }
        for (int q = r + 1; q < firstRow.length; q++) {
            int entry = reading.enterNext() == EnterNext.LOW ? low(q) : Math.max(e + 1, low(q));
            if (holds(q, entry)) {
                return row(q, entry);
            }
        }
        return reading.afterLast() == AfterLast.FAIL ? NONE : row(r, e);
    }

    private int down(int from) {
        int r = range[from];
        int e = exponent[from];
        if (e > low(r)) {
            int fallen = Math.max(low(r), e - step(r, e));
            boolean moves = fallen == low(r) && r > 0 && reading.prevMove() == PrevMove.SAME_ACK;
            return moves ? below(r, fallen) : row(r, fallen);
        }
        return r == 0 ? from : below(r, e);
    }

    /** Exponents that the range's {@code dec_mode} takes off; more than there are for its low bound. */
    private int step(int r, int e) {
        boolean time = reading.decUnit() == DecUnit.TIME;
        return switch (DecMode.of(profile.range(r).decMode()).orElseThrow()) {
            case TO_DIV_2 -> time ? 1 : 2;
            case TO_DIV_4 -> time ? 2 : 4;
            case TO_LOW_BOUND -> e;
        };
    }

    private int below(int r, int e) {
        int prev = profile.range(r).prevRangeIndex();
        int entry = reading.enterPrev() == EnterPrev.TOP ? e - 1 : e - step(r, e);
        if (reading.enterPrev() == EnterPrev.LOW) {
            entry = low(prev);
        }
        return row(prev, Math.max(low(prev), Math.min(top(prev), entry)));
    }
}
