// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * Times on a logarithmic axis, by decades.
 *
 * @param least nanoseconds at its beginning, a power of ten
 * @param most nanoseconds at its end, a power of ten above it
 * @param from pixel of its beginning
 * @param to pixel of its end
 */
record TimeScale(double least, double most, double from, double to) {

    private static final String[] UNITS = {"ns", "us", "ms", "s"};

    /** The whole decades that hold both times. */
    static TimeScale over(double shortest, double longest, double from, double to) {
        double least = Math.pow(10, Math.floor(Math.log10(Math.max(1, shortest))));
        double most = Math.pow(10, Math.ceil(Math.log10(Math.max(10, longest))));
        return new TimeScale(least, most > least ? most : 10 * least, from, to);
    }

    /** The pixel of a time; what is outside is put at the end. */
    double at(double nanos) {
        double within = Math.max(least, Math.min(most, nanos));
        return from + (to - from) * (Math.log10(within) - Math.log10(least)) / (Math.log10(most) - Math.log10(least));
    }

    /** A time each decade. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        for (int decade = 0; least * Math.pow(10, decade) <= most * 1.001; decade++) {
            ticks.add(least * Math.pow(10, decade));
        }
        return ticks;
    }

    /** {@code 100 us}. */
    static String label(double nanos) {
        double value = nanos;
        int unit = 0;
        while (value >= 999.5 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return Math.round(value) + " " + UNITS[unit];
    }
}
