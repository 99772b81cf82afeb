// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.plot;

import io.roceguard.console.plot.Svg.Point;

/**
 * A frame with two logarithmic axes of time, drawn with its ticks, labels and grid.
 *
 * @param x from left to right
 * @param y from bottom to top
 */
record Panel(TimeScale x, TimeScale y) {

    private static final String GRID = "#dddddd";
    private static final String FRAME = "#444444";
    private static final int LABEL = 16;
    private static final int FAR_LABEL = 52;

    void draw(Svg svg, String title, String xLabel, String yLabel) {
        for (double tick : x.ticks()) {
            svg.line(new Point(x.at(tick), y.from()), new Point(x.at(tick), y.to()), GRID);
            svg.text(new Point(x.at(tick), y.from() + LABEL), "middle", TimeScale.label(tick));
        }
        for (double tick : y.ticks()) {
            svg.line(new Point(x.from(), y.at(tick)), new Point(x.to(), y.at(tick)), GRID);
            svg.text(new Point(x.from() - 6, y.at(tick) + 4), "end", TimeScale.label(tick));
        }
        svg.line(new Point(x.from(), y.from()), new Point(x.to(), y.from()), FRAME);
        svg.line(new Point(x.from(), y.from()), new Point(x.from(), y.to()), FRAME);
        double middle = (x.from() + x.to()) / 2;
        svg.text(new Point(middle, y.to() - 10), "middle", title);
        svg.text(new Point(middle, y.from() + 2 * LABEL + 2), "middle", xLabel);
        svg.textUp(new Point(x.from() - FAR_LABEL, (y.from() + y.to()) / 2), yLabel);
    }

    Point at(double xNanos, double yNanos) {
        return new Point(x.at(xNanos), y.at(yNanos));
    }

    /** A vertical line with its name. */
    void mark(Svg svg, double xNanos, String name, String colour) {
        svg.line(new Point(x.at(xNanos), y.from()), new Point(x.at(xNanos), y.to()), colour);
        svg.text(new Point(x.at(xNanos) - 4, y.to() + LABEL), "end", name);
    }
}
