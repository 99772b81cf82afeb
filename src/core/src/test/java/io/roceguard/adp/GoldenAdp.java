// SPDX-License-Identifier: Apache-2.0
package io.roceguard.adp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.jr.ob.JSON;

/** The golden vectors of adaptive retransmission, in our own types. */
final class GoldenAdp {

    private GoldenAdp() {}

    static Map<String, Object> file(String name) {
        try (InputStream file = GoldenAdp.class.getResourceAsStream(name)) {
            return JSON.std.mapFrom(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    static List<Map<String, Object>> objects(Object value) {
        List<Map<String, Object>> objects = new ArrayList<>();
        for (Object each : (List<?>) value) {
            objects.add(object(each));
        }
        return objects;
    }

    static int integer(Map<String, Object> of, String key) {
        return ((Number) of.get(key)).intValue();
    }

    static long number(Map<String, Object> of, String key) {
        return ((Number) of.get(key)).longValue();
    }

    static AdpProfile profile(Object json) {
        Map<String, Object> profile = object(json);
        List<TimeoutRange> ranges = objects(profile.get("ranges")).stream()
                .map(range -> new TimeoutRange(
                        integer(range, "low"),
                        integer(range, "size"),
                        integer(range, "retry_num"),
                        integer(range, "dec_mode"),
                        integer(range, "prev")))
                .toList();
        return new AdpProfile(
                integer(profile, "time_base"),
                integer(profile, "time_unit"),
                integer(profile, "start_range_index"),
                integer(profile, "range_num"),
                integer(profile, "qp_total_timeout") == 1,
                integer(profile, "retx_total_timeout"),
                integer(profile, "init_low"),
                integer(profile, "init_size"),
                ranges);
    }

    static QpTiming timing(Object json) {
        Map<String, Object> qp = object(json);
        Number extended = (Number) qp.get("extended_retry_cnt");
        return new QpTiming(
                integer(qp, "ack_timeout"), integer(qp, "retry_cnt"), extended == null ? null : extended.intValue());
    }

    static ProfileLimits limits(Object json) {
        return new ProfileLimits(number(object(json), "base_timeout_min_ns"), 4, 1, true, true);
    }

    /** The default with some options changed, by the names of the vectors. */
    static AdpReading reading(Object json) {
        Map<String, String> options = new LinkedHashMap<>();
        object(json).forEach((key, value) -> options.put(key, value.toString()));
        AdpReading usual = AdpReading.DEFAULT;
        return new AdpReading(
                option(options, usual.upper()),
                option(options, usual.initRule()),
                option(options, usual.enterNext()),
                option(options, usual.afterLast()),
                option(options, usual.zeroRetry()),
                option(options, usual.capMode()),
                option(options, usual.ackZero()),
                option(options, usual.totalCheck()),
                option(options, usual.totalRetries()),
                option(options, usual.progressFirst()),
                option(options, usual.decUnit()),
                option(options, usual.prevMove()),
                option(options, usual.enterPrev()));
    }

    private static <E extends Enum<E>> E option(Map<String, String> options, E usual) {
        Class<E> type = usual.getDeclaringClass();
        String key = type.getSimpleName().replaceAll("(?<!^)([A-Z])", "_$1").toLowerCase(Locale.ROOT);
        String name = options.get(key);
        return name == null ? usual : Enum.valueOf(type, name);
    }
}
