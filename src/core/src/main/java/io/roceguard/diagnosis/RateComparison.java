// SPDX-License-Identifier: Apache-2.0
package io.roceguard.diagnosis;

/**
 * Two counts of events, each over an exposure (seconds, or packets): is the second rate higher than the first by more than
 * chance?
 *
 * <p>If both rates were equal, the second count would be binomial among all events, with the second share of the exposure
 * (Przyborowski and Wilenski, 1940). That holds for events that come one by one. Retransmissions come in bursts; a
 * dispersion above 1, the variance of the counts of equal times over their mean, makes the test count bursts instead of
 * events. What changes both rates at once, such as the load, it cannot see.
 *
 * @param firstCount 0 or more
 * @param firstExposure above 0 for any answer
 * @param secondCount 0 or more
 * @param secondExposure above 0 for any answer
 * @param dispersion 1 or more
 */
public record RateComparison(
        long firstCount, double firstExposure, long secondCount, double secondExposure, double dispersion) {

    /** From so many events on the normal distribution is close enough. */
    private static final int MOST_EXACT = 100_000;

    /** How many times the first rate the second one is; infinite where the first is 0 and the second is not. */
    public double ratio() {
        double first = firstCount / firstExposure;
        double second = secondCount / secondExposure;
        return second == 0 ? 0 : second / first;
    }

    /** Probability of a second count at least this high if both rates were equal; 1 where nothing can be said. */
    public double chance() {
        if (!(firstExposure > 0) || !(secondExposure > 0)) {
            return 1;
        }
        double bursts = Math.max(1, dispersion);
        long all = (long) Math.floor((firstCount + secondCount) / bursts);
        long second = (long) Math.floor(secondCount / bursts);
        double share = secondExposure / (firstExposure + secondExposure);
        if (second == 0) {
            return 1;
        }
        return all > MOST_EXACT ? normalTail(all, second, share) : binomialTail(all, second, share);
    }

    /** P(X >= k) for n tries of probability p, summed upwards from k. */
    private static double binomialTail(long n, long k, double p) {
        double term = Math.exp(logChoose(n, k) + k * Math.log(p) + (n - k) * Math.log1p(-p));
        double sum = 0;
        for (long i = k; i <= n; i++) {
            sum += term;
            term *= (double) (n - i) / (i + 1) * p / (1 - p);
            if (term < sum * 1e-17) {
                break;
            }
        }
        return Math.min(1, sum);
    }

    private static double logChoose(long n, long k) {
        double log = 0;
        long few = Math.min(k, n - k);
        for (long i = 1; i <= few; i++) {
            log += Math.log((double) (n - few + i) / i);
        }
        return log;
    }

    /** A bound of the normal distribution's tail (Chernoff), with the correction for whole numbers. */
    private static double normalTail(long n, long k, double p) {
        double z = (k - 0.5 - n * p) / Math.sqrt(n * p * (1 - p));
        return z <= 0 ? 1 : Math.min(1, Math.exp(-z * z / 2));
    }
}
