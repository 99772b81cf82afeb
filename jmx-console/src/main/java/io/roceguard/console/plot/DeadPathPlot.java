// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.plot;

import io.roceguard.adp.DeadPath;
import io.roceguard.adp.Rational;
import io.roceguard.adp.RecoveryDelays;
import io.roceguard.adp.TimeoutSegment;
import io.roceguard.console.plot.Svg.Point;
import java.util.ArrayList;
import java.util.List;

/**
 * What a profile does on a dead path, in two panels: the timeouts over time, with their ranges and the total; and how long
 * after an outage a queue pair goes on, over the length of the outage.
 */
public final class DeadPathPlot {

    private static final int WIDTH = 760;
    private static final int HEIGHT = 760;
    private static final int LEFT = 90;
    private static final int RIGHT = 730;
    private static final int SAMPLES = 600;
    private static final double NO_END_FACTOR = 20;

    private static final String LINE = "#1f5fa8";
    private static final String OTHER_LINE = "#7fb2e5";
    private static final String TOTAL = "#b03030";
    private static final String[] RANGES = {"#bbbbbb", "#8dd3c7", "#fdb462", "#bebada", "#fccde5"};

    private final DeadPath path;
    private final String title;

    public DeadPathPlot(DeadPath path, String title) {
        this.path = path;
        this.title = title;
    }

    /** A complete SVG document; nothing but the frame where no timer runs. */
    public String svg() {
        Svg svg = new Svg(WIDTH, HEIGHT);
        List<Integer> exponents = path.initialExponents();
        List<TimeoutSegment> shortest = path.timeline(exponents.get(0));
        if (shortest.isEmpty()) {
            svg.text(new Point(WIDTH / 2.0, HEIGHT / 2.0), "middle", title + ": no timer runs");
            return svg.end();
        }
        List<TimeoutSegment> longest = path.timeline(exponents.get(exponents.size() - 1));
        timeouts(svg, shortest, longest);
        recovery(svg, shortest);
        return svg.end();
    }

    private double end(List<TimeoutSegment> timeline) {
        TimeoutSegment last = timeline.get(timeline.size() - 1);
        return path.fails()
                ? (double) path.detectionNanos().orElseThrow().max()
                : last.fromNanos() + NO_END_FACTOR * last.armedNanos();
    }

    private void timeouts(Svg svg, List<TimeoutSegment> shortest, List<TimeoutSegment> longest) {
        double first = shortest.get(0).armedNanos();
        double most = shortest.get(shortest.size() - 1).armedNanos();
        Panel panel =
                new Panel(TimeScale.over(first, end(shortest), LEFT, RIGHT), TimeScale.over(first, most, 320, 50));
        bands(svg, panel, shortest);
        panel.draw(svg, "Timeouts of " + title, "time since the first transmission", "timeout");
        svg.path(steps(panel, longest), OTHER_LINE);
        svg.path(steps(panel, shortest), LINE);
        path.totalNanos().ifPresent(total -> panel.mark(svg, (double) total, "total timeout", TOTAL));
    }

    /** A colour for each range, from its first timer on. */
    private void bands(Svg svg, Panel panel, List<TimeoutSegment> timeline) {
        for (int i = 0; i < timeline.size(); i++) {
            TimeoutSegment segment = timeline.get(i);
            double from = Math.max((double) segment.fromNanos(), panel.x().least());
            double to = i + 1 < timeline.size() ? timeline.get(i + 1).fromNanos() : end(timeline);
            svg.area(
                    List.of(
                            panel.at(from, panel.y().least()),
                            panel.at(from, panel.y().most()),
                            panel.at(to, panel.y().most()),
                            panel.at(to, panel.y().least())),
                    RANGES[(segment.range() + 1) % RANGES.length]);
            boolean begins = i == 0 || timeline.get(i - 1).range() != segment.range();
            if (begins) {
                String name = segment.range() < 0 ? "initial" : "range " + segment.range();
                Point at = panel.at(from, panel.y().least());
                svg.text(new Point(at.x() + 3, at.y() - 4 - 13 * (segment.range() + 1)), "start", name);
            }
        }
    }

    private List<Point> steps(Panel panel, List<TimeoutSegment> timeline) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < timeline.size(); i++) {
            TimeoutSegment segment = timeline.get(i);
            double to = i + 1 < timeline.size() ? timeline.get(i + 1).fromNanos() : end(timeline);
            points.add(panel.at((double) segment.fromNanos(), (double) segment.armedNanos()));
            points.add(panel.at(to, (double) segment.armedNanos()));
        }
        return points;
    }

    private void recovery(Svg svg, List<TimeoutSegment> shortest) {
        double first = Math.max(1, shortest.get(0).armedNanos() / 10.0);
        double last = Math.max(10 * first, (double) path.atBestSurvivedNanos(0).orElse((long) end(shortest)));
        double most = Math.max(10, path.worstRecoveryNanos().orElse((long) last));
        Panel panel = new Panel(TimeScale.over(first, last, LEFT, RIGHT), TimeScale.over(most / 1e4, most, 690, 430));
        List<Point> least = new ArrayList<>();
        List<Point> mean = new ArrayList<>();
        List<Point> greatest = new ArrayList<>();
        for (int i = 0; i <= SAMPLES; i++) {
            double outage = panel.x().least() * Math.pow(last / panel.x().least(), i / (double) SAMPLES);
            RecoveryDelays delays = path.recovery((long) outage);
            Rational exact = delays.mean();
            if (exact != null) {
                least.add(panel.at(outage, (double) delays.min().orElseThrow()));
                mean.add(panel.at(outage, exact.doubleValue()));
                greatest.add(0, panel.at(outage, (double) delays.max().orElseThrow()));
            }
        }
        panel.draw(
                svg,
                "How long after an outage a queue pair goes on (mean; area: least to most)",
                "length of the outage",
                "recovery delay");
        List<Point> between = new ArrayList<>(least);
        between.addAll(greatest);
        if (!between.isEmpty()) {
            svg.area(between, OTHER_LINE);
            svg.path(mean, LINE);
        }
        path.surelySurvivedNanos(0).ifPresent(sure -> panel.mark(svg, (double) sure, "surely survived", TOTAL));
    }
}
