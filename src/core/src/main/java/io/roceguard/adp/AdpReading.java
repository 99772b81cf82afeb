// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

/**
 * How the document of the algorithm is read where it leaves a choice. {@link #DEFAULT} answers; each alternative is a
 * reading that the text also allows. No device has been measured against any of them.
 *
 * @param upper whether low bound plus size belongs to an interval of timeouts
 * @param initRule whether the initial timeout counts as a use of its value
 * @param enterNext where the next range is entered
 * @param afterLast what comes after the last timeout of the last range
 * @param zeroRetry what {@code timeout_retry_num} 0 means
 * @param capMode what the queue pair's ack_timeout limits
 * @param ackZero what ack_timeout 0 means
 * @param totalCheck when the total timeout is looked at
 * @param totalRetries how the queue pair's retries make its total timeout
 * @param progressFirst what progress before the first timeout does
 * @param decUnit what the 2 and 4 of {@code dec_mode} divide
 * @param prevMove when the range below is entered
 * @param enterPrev where the range below is entered
 */
public record AdpReading(
        Upper upper,
        InitRule initRule,
        EnterNext enterNext,
        AfterLast afterLast,
        ZeroRetry zeroRetry,
        CapMode capMode,
        AckZero ackZero,
        TotalCheck totalCheck,
        TotalRetries totalRetries,
        ProgressFirst progressFirst,
        DecUnit decUnit,
        PrevMove prevMove,
        EnterPrev enterPrev) {

    public static final AdpReading DEFAULT = new AdpReading(
            Upper.EXCLUSIVE,
            InitRule.INIT_ONCE,
            EnterNext.MAX,
            AfterLast.STAY,
            ZeroRetry.ONE,
            CapMode.TIME,
            AckZero.DISABLED,
            TotalCheck.AT_EVENT,
            TotalRetries.LITERAL,
            ProgressFirst.IGNORE,
            DecUnit.TIME,
            PrevMove.NEXT_ACK,
            EnterPrev.TOP);

    /** How many timeouts an interval of that size has. */
    int values(int size) {
        return upper == Upper.INCLUSIVE ? size + 1 : size;
    }

    /** The same but for this. */
    AdpReading with(Upper other) {
        return new AdpReading(
                other,
                initRule,
                enterNext,
                afterLast,
                zeroRetry,
                capMode,
                ackZero,
                totalCheck,
                totalRetries,
                progressFirst,
                decUnit,
                prevMove,
                enterPrev);
    }

    /** The same but for this. */
    AdpReading with(InitRule other) {
        return new AdpReading(
                upper,
                other,
                enterNext,
                afterLast,
                zeroRetry,
                capMode,
                ackZero,
                totalCheck,
                totalRetries,
                progressFirst,
                decUnit,
                prevMove,
                enterPrev);
    }

    /** The same but for this. */
    AdpReading with(EnterNext other) {
        return new AdpReading(
                upper,
                initRule,
                other,
                afterLast,
                zeroRetry,
                capMode,
                ackZero,
                totalCheck,
                totalRetries,
                progressFirst,
                decUnit,
                prevMove,
                enterPrev);
    }

    /** The same but for this. */
    AdpReading with(AfterLast other) {
        return new AdpReading(
                upper,
                initRule,
                enterNext,
                other,
                zeroRetry,
                capMode,
                ackZero,
                totalCheck,
                totalRetries,
                progressFirst,
                decUnit,
                prevMove,
                enterPrev);
    }

    /** The same but for this. */
    AdpReading with(ZeroRetry other) {
        return new AdpReading(
                upper,
                initRule,
                enterNext,
                afterLast,
                other,
                capMode,
                ackZero,
                totalCheck,
                totalRetries,
                progressFirst,
                decUnit,
                prevMove,
                enterPrev);
    }

    /** The same but for this. */
    AdpReading with(CapMode other) {
        return new AdpReading(
                upper,
                initRule,
                enterNext,
                afterLast,
                zeroRetry,
                other,
                ackZero,
                totalCheck,
                totalRetries,
                progressFirst,
                decUnit,
                prevMove,
                enterPrev);
    }

    /** The same but for this. */
    AdpReading with(AckZero other) {
        return new AdpReading(
                upper,
                initRule,
                enterNext,
                afterLast,
                zeroRetry,
                capMode,
                other,
                totalCheck,
                totalRetries,
                progressFirst,
                decUnit,
                prevMove,
                enterPrev);
    }

    /** The same but for this. */
    AdpReading with(TotalCheck other) {
        return new AdpReading(
                upper,
                initRule,
                enterNext,
                afterLast,
                zeroRetry,
                capMode,
                ackZero,
                other,
                totalRetries,
                progressFirst,
                decUnit,
                prevMove,
                enterPrev);
    }

    /** The same but for this. */
    AdpReading with(TotalRetries other) {
        return new AdpReading(
                upper,
                initRule,
                enterNext,
                afterLast,
                zeroRetry,
                capMode,
                ackZero,
                totalCheck,
                other,
                progressFirst,
                decUnit,
                prevMove,
                enterPrev);
    }

    public enum Upper {
        /** {@code size} timeouts. */
        EXCLUSIVE,
        /** {@code size + 1} timeouts. */
        INCLUSIVE
    }

    public enum InitRule {
        /** It is armed once, whatever {@code timeout_retry_num} is. */
        INIT_ONCE,
        /** It is the first of {@code timeout_retry_num} uses. */
        INIT_COUNTS,
        /** {@code timeout_retry_num} uses follow it. */
        INIT_EXTRA
    }

    public enum EnterNext {
        /** At its low bound, but above the present timeout. */
        MAX,
        /** At its low bound. */
        LOW
    }

    public enum AfterLast {
        /** It is used until the total timeout. */
        STAY,
        /** The queue pair fails. */
        FAIL
    }

    public enum ZeroRetry {
        /** One use. */
        ONE,
        /** The timeout is never left. */
        FOREVER
    }

    public enum CapMode {
        /** The armed time; the exponent goes on rising. */
        TIME,
        /** The exponent, so that only powers of two of the time base are armed. */
        EXPONENT
    }

    public enum AckZero {
        /** No timer, no retransmission, no failure. */
        DISABLED,
        /** No cap. */
        UNCAPPED
    }

    public enum TotalCheck {
        /** At each timeout: what is reached fails. */
        AT_EVENT,
        /** The last timer is cut off at the total. */
        TRUNCATE,
        /** No timer is armed that would pass the total. */
        NO_OVERRUN
    }

    public enum TotalRetries {
        /** ack_timeout times retries. */
        LITERAL,
        /** One more, as without adaptive retransmission. */
        PLUS_ONE
    }

    public enum ProgressFirst {
        /** Nothing. */
        IGNORE,
        /** The range is resolved, as a timeout would. */
        RESOLVE
    }

    public enum DecUnit {
        /** The time: 1 or 2 exponents. */
        TIME,
        /** The exponent itself. */
        EXPONENT
    }

    public enum PrevMove {
        /** With the next progress after the low bound was reached. */
        NEXT_ACK,
        /** With the progress that reaches the low bound. */
        SAME_ACK
    }

    public enum EnterPrev {
        /** At its highest timeout. */
        TOP,
        /** At its low bound. */
        LOW,
        /** As dec_mode takes it down. */
        DEC
    }
}
