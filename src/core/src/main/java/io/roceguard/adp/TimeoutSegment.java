// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

/**
 * Timers of equal length, one after another, on a path that is dead.
 *
 * @param range index of the range, -1 for the initial timeout
 * @param exponent of the timeout, before the cap by ack_timeout
 * @param armedNanos length of each
 * @param count how many end with a retransmission; {@link Long#MAX_VALUE} without an end
 * @param fromNanos when the first was armed, since the first transmission
 */
public record TimeoutSegment(int range, int exponent, long armedNanos, long count, long fromNanos) {

    /** How many of these retransmissions are sent before a moment. */
    long before(long nanos) {
        return nanos <= fromNanos ? 0 : Math.min(count, (nanos - fromNanos - 1) / armedNanos);
    }

    /** When retransmission n of these, counted from 1, is sent. */
    long sentAt(long n) {
        return Saturating.add(fromNanos, Saturating.multiply(n, armedNanos));
    }
}
