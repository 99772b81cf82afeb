// SPDX-License-Identifier: Apache-2.0
package io.roceguard.device;

/**
 * What one queue pair does about a missing acknowledgement, as its hardware context holds it.
 *
 * @param number local QP number, 24 bits
 * @param remoteNumber QP number at the other end, 24 bits
 * @param ackTimeout Local ACK Timeout as an exponent, 0..31: 4.096 us * 2^n, 0 for no timeout
 * @param retryCount transport retries until RETRY_EXC, 0..7
 * @param retriesLeft what is left of them now, 0..7
 * @param rnrRetry RNR retries, 0..7, 7 for no limit
 */
public record QueuePairTiming(
        int number, int remoteNumber, int ackTimeout, int retryCount, int retriesLeft, int rnrRetry) {}
