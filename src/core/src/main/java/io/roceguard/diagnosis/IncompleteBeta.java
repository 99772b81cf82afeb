// SPDX-License-Identifier: Apache-2.0
package io.roceguard.diagnosis;

/**
 * The regularized incomplete beta function I_x(a, b), by its continued fraction (Abramowitz and Stegun 26.5.8, evaluated as
 * Lentz does), and its inverse by halving. Accurate to about 1e-10 for a and b up to some million.
 */
final class IncompleteBeta {

    private static final int MOST_TERMS = 10_000;
    private static final double SMALLEST = 1e-300;
    private static final double ENOUGH = 1e-13;
    private static final int HALVINGS = 60;

    /** Lanczos' coefficients for the logarithm of the gamma function, g = 7, n = 9. */
    private static final double[] LANCZOS = {
        0.9999999999998099,
        676.5203681218851,
        -1259.1392167224028,
        771.3234287776531,
        -176.6150291621406,
        12.507343278686905,
        -0.13857109526572012,
        9.984369578019572e-6,
        1.5056327351493116e-7
    };

    private IncompleteBeta() {}

    /**
     * @param x 0..1
     * @param a above 0
     * @param b above 0
     */
    static double of(double x, double a, double b) {
        if (x <= 0) {
            return 0;
        }
        if (x >= 1) {
            return 1;
        }
        double front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
        return x < (a + 1) / (a + b + 2) ? front * fraction(x, a, b) / a : 1 - front * fraction(1 - x, b, a) / b;
    }

    /** The x with I_x(a, b) = p. */
    static double inverse(double p, double a, double b) {
        double low = 0;
        double high = 1;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (of(middle, a, b) < p) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    private static double fraction(double x, double a, double b) {
        double c = 1;
        double d = inverted(1 - (a + b) * x / (a + 1));
        double result = d;
        for (int m = 1; m <= MOST_TERMS; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = inverted(1 + even * d);
            c = notZero(1 + even / c);
            result *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = inverted(1 + odd * d);
            c = notZero(1 + odd / c);
            double step = d * c;
            result *= step;
            if (Math.abs(step - 1) < ENOUGH) {
                break;
            }
        }
        return result;
    }

    private static double inverted(double value) {
        return 1 / notZero(value);
    }

    private static double notZero(double value) {
        return Math.abs(value) < SMALLEST ? SMALLEST : value;
    }

    /** @param x above 0 */
    static double logGamma(double x) {
        double sum = LANCZOS[0];
        for (int i = 1; i < LANCZOS.length; i++) {
            sum += LANCZOS[i] / (x - 1 + i);
        }
        double t = x + LANCZOS.length - 2.5;
        return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
    }
}
