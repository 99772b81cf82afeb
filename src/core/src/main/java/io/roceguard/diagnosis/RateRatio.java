// SPDX-License-Identifier: Apache-2.0
package io.roceguard.diagnosis;

/**
 * How many times the rate of a first time a second one has, with an interval that holds the truth in 95 of 100 cases.
 *
 * <p>Given all events, those of the second time are binomial when events come one by one, and the interval is that of
 * Clopper and Pearson (1934) for their share, turned into a ratio of rates. Events that come in bursts are counted as so
 * many bursts: every count is divided by the dispersion, the variance of the counts of equal times over their mean. The
 * interval knows nothing of what else was different between the two times: it is normalised by the exposure that is given,
 * and by nothing else.
 *
 * @param firstCount events in the first time, 0 or more
 * @param firstExposure packets sent, or seconds, above 0
 * @param secondCount events in the second time, 0 or more
 * @param secondExposure in the same unit, above 0
 * @param dispersion 1 or more
 */
public record RateRatio(
        long firstCount, double firstExposure, long secondCount, double secondExposure, double dispersion) {

    private static final double TAIL = 0.025;

    /** Of the normal distribution, for {@link #TAIL}. */
    private static final double Z = 1.959964;

    /** @throws IllegalArgumentException for a negative count, or an exposure or dispersion that is too small */
    public RateRatio {
        if (firstCount < 0 || secondCount < 0 || !(firstExposure > 0) || !(secondExposure > 0) || !(dispersion >= 1)) {
            throw new IllegalArgumentException("counts must be 0 or more, exposures above 0, the dispersion 1 or more: "
                    + firstCount + " in " + firstExposure + ", " + secondCount + " in " + secondExposure
                    + ", dispersion " + dispersion);
        }
    }

    /** What can be said. */
    public enum Verdict {
        FEWER,
        MORE,
        CANNOT_TELL
    }

    private double share(double part) {
        return part / (1 - part) * firstExposure / secondExposure;
    }

    private double first() {
        return firstCount / dispersion;
    }

    private double second() {
        return secondCount / dispersion;
    }

    /** The ratio that was counted; infinite where the first time has no event, not a number where none has one. */
    public double estimate() {
        return (secondCount / secondExposure) / (firstCount / firstExposure);
    }

    /** The lower end of the interval, 0 or more. */
    public double low() {
        return second() == 0 ? 0 : share(IncompleteBeta.inverse(TAIL, second(), first() + 1));
    }

    /** The upper end of the interval; infinite where the first time has no event. */
    public double high() {
        return first() == 0 ? Double.POSITIVE_INFINITY : share(IncompleteBeta.inverse(1 - TAIL, second() + 1, first()));
    }

    public Verdict verdict() {
        return high() < 1 ? Verdict.FEWER : low() > 1 ? Verdict.MORE : Verdict.CANNOT_TELL;
    }

    /**
     * By how many times the second exposure must grow until the interval excludes 1, if the rates stay as they are; 1 where
     * it does already, infinite where the first time has too few events for that or the rates are equal.
     */
    public double exposureNeeded() {
        if (verdict() != Verdict.CANNOT_TELL) {
            return 1;
        }
        double distance = Math.log(secondCount == 0 ? 0.5 / (firstCount * secondExposure / firstExposure) : estimate());
        double room = distance * distance / (Z * Z) / dispersion - 1.0 / firstCount;
        double expected = Math.max((double) secondCount, 0.5);
        return room > 0 ? Math.max(1, 1 / room / expected) : Double.POSITIVE_INFINITY;
    }
}
