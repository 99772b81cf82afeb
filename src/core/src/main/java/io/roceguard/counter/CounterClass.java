// SPDX-License-Identifier: Apache-2.0
package io.roceguard.counter;

/** What a counter is evidence of, whatever its driver calls it. */
public enum CounterClass {
    /** Packets or bytes moved. */
    TRAFFIC,
    /** The sender transmitted again, whatever made it do so. */
    RETRANSMISSION,
    /** An acknowledgement timer expired; still recoverable. */
    TIMEOUT,
    /** A QP died because its transport retries ran out (RETRY_EXC). */
    RETRY_EXCEEDED,
    /** Receiver-not-ready NAKs; the limit was not exceeded. */
    RNR,
    /** A QP died because its RNR retries ran out. */
    RNR_EXCEEDED,
    /** Slow restart after loss, congestion or idleness. */
    SLOW_RESTART,
    /** Congestion notification. */
    CONGESTION,
    /** The responder saw packets out of order or twice. */
    OUT_OF_ORDER,
    /** Completions with an error, and other transport errors. */
    ERROR,
    /** The link itself: errors, flaps, discards. */
    LINK,
    /** A name no table knows; exported as it is. */
    OTHER
}
