// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.umad;

/** What came of waiting at a {@link UmadPort}. */
public sealed interface UmadReceipt {

    /**
     * A MAD arrived: a response, or a request of a registered method.
     *
     * @param from where from, good to answer to
     */
    record Arrived(UmadAgent agent, Mad mad, UmadAddress from) implements UmadReceipt {}

    /**
     * No response came to a request, with all its retries.
     *
     * @param transaction the lower 32 bits of its transaction id, which the sender chose
     * @param to where it went
     */
    record SendTimedOut(UmadAgent agent, int transaction, UmadAddress to) implements UmadReceipt {}

    /** The time is over. */
    record Nothing() implements UmadReceipt {}
}
