// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * An exact fraction in lowest terms.
 *
 * @param numerator any
 * @param denominator positive
 */
public record Rational(BigInteger numerator, BigInteger denominator) implements Comparable<Rational> {

    public static final Rational ZERO = of(0);
    public static final Rational ONE = of(1);

    /** @throws ArithmeticException when the denominator is 0 */
    public Rational {
        if (denominator.signum() == 0) {
            throw new ArithmeticException("The denominator is 0.");
        }
        BigInteger divisor = numerator.gcd(denominator);
        if (denominator.signum() < 0) {
            divisor = divisor.negate();
        }
        numerator = numerator.divide(divisor);
        denominator = denominator.divide(divisor);
    }

    public static Rational of(long whole) {
        return new Rational(BigInteger.valueOf(whole), BigInteger.ONE);
    }

    public static Rational of(long numerator, long denominator) {
        return new Rational(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
    }

    public Rational plus(Rational other) {
        return new Rational(
                numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    public Rational minus(Rational other) {
        return plus(new Rational(other.numerator.negate(), other.denominator));
    }

    public Rational times(Rational other) {
        return new Rational(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    /** @throws ArithmeticException when the other is 0 */
    public Rational dividedBy(Rational other) {
        return new Rational(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
    }

    /** @param exponent 0 or more */
    public Rational pow(int exponent) {
        return new Rational(numerator.pow(exponent), denominator.pow(exponent));
    }

    public double doubleValue() {
        return new BigDecimal(numerator)
                .divide(new BigDecimal(denominator), MathContext.DECIMAL64)
                .doubleValue();
    }

    /** Halves away from zero; {@link Long#MAX_VALUE} where it does not fit. */
    public long rounded() {
        BigInteger twice = numerator.shiftLeft(1).add(denominator);
        BigInteger rounded = twice.divide(denominator.shiftLeft(1));
        return rounded.bitLength() > 63 ? Long.MAX_VALUE : rounded.longValue();
    }

    @Override
    public int compareTo(Rational other) {
        return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
    }

    /** {@code 7/2}, or {@code 3} where it is whole. */
    @Override
    public String toString() {
        return denominator.equals(BigInteger.ONE) ? numerator.toString() : numerator + "/" + denominator;
    }
}
