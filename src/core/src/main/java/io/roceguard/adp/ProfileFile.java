// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import io.roceguard.register.Assignment;
import io.roceguard.register.DecMode;
import io.roceguard.register.RoceAccl;
import io.roceguard.text.NearestName;
import io.roceguard.text.YamlNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A profile as people write it: YAML with the fields of the register under the names that mlxreg prints, in the shape of
 * {@link io.roceguard.register.ProfileFields}. Timeouts may be written as durations where they are exact:
 * {@code time_base: 4us}, {@code low_bound: 128us}.
 *
 * @param profileId {@code adp_retx_profile_id}, 1 where none is given
 * @param enable {@code roce_adp_retrans_en}, null where it is not given
 * @param profile numbers as they are given, sound or not
 * @param positions where each value stands, by path
 */
public record ProfileFile(
        int profileId, @Nullable Integer enable, AdpProfile profile, Map<String, Position> positions) {

    /** Line and column, both counted from 1. */
    public record Position(int line, int column) {}

    public ProfileFile {
        positions = Map.copyOf(positions);
    }

    /**
     * @param source file name for messages
     * @throws io.roceguard.text.TextException for an unknown or missing key, a value of another type, a negative number, a
     *     fifth range; with the position and the nearest valid name
     */
    public static ProfileFile read(String source, String text) {
        return new Reader().read(YamlNode.parse(source, text));
    }

    /**
     * What a SET of this profile assigns: all its fields, those of ranges that are not given as 0, and
     * {@code roce_adp_retrans_en} where it is given. Values are as they are given, also those that do not fit their fields.
     */
    public List<Assignment> assignments() {
        List<Assignment> assignments = new ArrayList<>();
        if (enable != null) {
            assignments.add(assign("roce_adp_retrans_en", enable));
        }
        assignments.add(assign("adp_retx_profile_id", profileId));
        assignments.add(assign("time_base", profile.timeBase()));
        assignments.add(assign("time_unit", profile.timeUnit()));
        assignments.add(assign("start_range_index", profile.startRangeIndex()));
        assignments.add(assign("range_num", profile.rangeNum()));
        assignments.add(assign("qp_total_timeout", profile.qpTotalTimeout() ? 1 : 0));
        assignments.add(assign("retx_total_timeout", profile.retxTotalTimeout()));
        assignments.add(assign("timeout_init_low_bound", profile.initLow()));
        assignments.add(assign("timeout_init_range_size", profile.initSize()));
        for (int r = 0; r < RoceAccl.RANGES; r++) {
            TimeoutRange range = profile.range(r);
            assignments.add(assign("range_low_bound_" + r, range.lowBound()));
            assignments.add(assign("range_size_" + r, range.rangeSize()));
            assignments.add(assign("timeout_retry_num_" + r, range.retryNum()));
            assignments.add(assign("dec_mode_" + r, range.decMode()));
            assignments.add(assign("prev_range_index_" + r, range.prevRangeIndex()));
        }
        return List.copyOf(assignments);
    }

    private static Assignment assign(String field, long value) {
        return new Assignment(RoceAccl.field(field), value);
    }

    /** Where a value stands, or the nearest thing around it that is there. */
    public Optional<Position> position(String path) {
        for (String at = path; !at.isEmpty(); at = around(at)) {
            Position found = positions.get(at);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    private static String around(String path) {
        int end = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
        return end < 0 ? "" : path.substring(0, end);
    }

    /** A profile as the lines of such a file. */
    public static List<String> lines(AdpProfile profile, int profileId) {
        List<String> lines = new ArrayList<>();
        lines.add("adp_retx_profile_id: " + profileId);
        lines.add("roce_adp_retrans_en: 1");
        lines.add(String.format("%-27s # microseconds", "time_base: " + profile.timeBase()));
        lines.add("time_unit: " + profile.timeUnit());
        lines.add("start_range_index: " + profile.startRangeIndex());
        lines.add("qp_total_timeout: " + (profile.qpTotalTimeout() ? 1 : 0));
        lines.add("retx_total_timeout: " + profile.retxTotalTimeout());
        lines.add("timeout_init: {low_bound: " + profile.initLow() + ", range_size: " + profile.initSize() + "}");
        lines.add("ranges:");
        for (int r = 0; r < profile.rangeNum(); r++) {
            TimeoutRange range = profile.range(r);
            lines.add("  - {low_bound: " + range.lowBound() + ", range_size: " + range.rangeSize() + ", retry_num: "
                    + range.retryNum() + ", dec_mode: " + name(range.decMode()) + ", prev_range_index: "
                    + range.prevRangeIndex() + "}");
        }
        return lines;
    }

    private static String name(int decMode) {
        return DecMode.of(decMode).map(DecMode::name).orElse(String.valueOf(decMode));
    }

    private static final class Reader {

        private static final Pattern DURATION = Pattern.compile("(?!0[xX])[0-9].*[^0-9.]");
        private static final long NANOS_PER_MICRO = 1000;

        private final Map<String, Position> positions = new TreeMap<>();
        private long baseNanos;

        ProfileFile read(YamlNode root) {
            root.mapping(
                    "adp_retx_profile_id",
                    "roce_adp_retrans_en",
                    "time_base",
                    "time_unit",
                    "start_range_index",
                    "range_num",
                    "qp_total_timeout",
                    "retx_total_timeout",
                    "timeout_init",
                    "ranges");
            int timeBase = timeBase(seen(root.required("time_base")));
            baseNanos = timeBase * NANOS_PER_MICRO;
            if (root.opt("qp_total_timeout").isEmpty()
                    && root.opt("retx_total_timeout").isEmpty()) {
                throw root.fail("A total timeout is missing: give qp_total_timeout: 1, or retx_total_timeout.");
            }
            List<TimeoutRange> ranges = ranges(seen(root.required("ranges")));
            YamlNode init = seen(root.required("timeout_init")).mapping("low_bound", "range_size");
            AdpProfile profile = new AdpProfile(
                    timeBase,
                    number(root, "time_unit").orElse(1),
                    number(root, "start_range_index").orElse(0),
                    number(root, "range_num").orElse(ranges.size()),
                    root.opt("qp_total_timeout")
                                    .map(node -> seen(node).integer(0, 1))
                                    .orElse(0L)
                            == 1,
                    root.opt("retx_total_timeout").map(this::exponent).orElse(0),
                    exponent(init.required("low_bound")),
                    integer(seen(init.required("range_size"))),
                    ranges);
            return new ProfileFile(
                    number(root, "adp_retx_profile_id").orElse(1),
                    root.opt("roce_adp_retrans_en")
                            .map(node -> (int) seen(node).integer(0, 1))
                            .orElse(null),
                    profile,
                    positions);
        }

        private YamlNode seen(YamlNode node) {
            positions.put(node.path(), new Position(node.line(), node.column()));
            return node;
        }

        private static int integer(YamlNode node) {
            return (int) node.integer(0, Integer.MAX_VALUE);
        }

        private Optional<Integer> number(YamlNode of, String key) {
            return of.opt(key).map(node -> integer(seen(node)));
        }

        private static int timeBase(YamlNode node) {
            Optional<Duration> duration = duration(node);
            if (duration.isEmpty()) {
                return integer(node);
            }
            long nanos = duration.get().toNanos();
            if (nanos % NANOS_PER_MICRO != 0 || nanos / NANOS_PER_MICRO > Integer.MAX_VALUE) {
                throw node.fail("time_base must be whole microseconds: value=" + node.string() + ".");
            }
            return (int) (nanos / NANOS_PER_MICRO);
        }

        /** The duration of a value that looks like one, a number with a unit; a plain number is none. */
        private static Optional<Duration> duration(YamlNode node) {
            boolean looksLikeOne =
                    node.isScalar() && DURATION.matcher(node.string()).matches();
            return looksLikeOne ? Optional.of(node.duration()) : Optional.empty();
        }

        /** An exponent of the time base, or the time itself where it is one. */
        private int exponent(YamlNode node) {
            Optional<Duration> duration = duration(seen(node));
            if (duration.isEmpty()) {
                return integer(node);
            }
            long nanos = duration.get().toNanos();
            if (baseNanos == 0 || nanos % baseNanos != 0 || Long.bitCount(nanos / baseNanos) != 1) {
                throw node.fail(node.path() + " must be time_base * 2^n as a time, or n: value=" + node.string() + "; "
                        + nearest(nanos) + ".");
            }
            return Long.numberOfTrailingZeros(nanos / baseNanos);
        }

        private String nearest(long nanos) {
            long times = baseNanos == 0 ? 0 : nanos / baseNanos;
            if (times == 0) {
                return "the least is the time base";
            }
            long below = Long.highestOneBit(times) * baseNanos;
            return "the nearest are " + below + "ns and " + Saturating.multiply(below, 2) + "ns";
        }

        private List<TimeoutRange> ranges(YamlNode node) {
            List<TimeoutRange> ranges = new ArrayList<>();
            for (YamlNode each : node.list()) {
                if (ranges.size() == RoceAccl.RANGES) {
                    throw each.fail("ranges holds more than " + RoceAccl.RANGES + " ranges, for which the register has"
                            + " no room.");
                }
                ranges.add(range(seen(each)));
            }
            return ranges;
        }

        private TimeoutRange range(YamlNode node) {
            node.mapping("low_bound", "range_size", "retry_num", "dec_mode", "prev_range_index");
            return new TimeoutRange(
                    exponent(node.required("low_bound")),
                    integer(seen(node.required("range_size"))),
                    number(node, "retry_num").orElse(1),
                    decMode(seen(node.required("dec_mode"))),
                    number(node, "prev_range_index").orElse(0));
        }

        private static int decMode(YamlNode node) {
            List<String> names =
                    Arrays.stream(DecMode.values()).map(DecMode::name).toList();
            if (!node.isScalar()) {
                throw node.fail(node.path() + " must be one of " + String.join(", ", names)
                        + ", or its number, and is neither.");
            }
            String text = node.string();
            if (text.matches("[0-9].*")) {
                return integer(node);
            }
            return Arrays.stream(DecMode.values())
                    .filter(mode -> mode.name().equalsIgnoreCase(text))
                    .findFirst()
                    .map(DecMode::code)
                    .orElseThrow(() -> node.fail(node.path() + " must be one of " + String.join(", ", names)
                            + ", or its number: value=" + text + "." + NearestName.hint(text, names)));
        }
    }
}
